import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useWait } from "./use-wait";

interface Props {
  isLoading: boolean;
  /** Covers the whole window instead of the children. */
  isFullScreen?: boolean;
  children: ReactNode;
}

/**
 * Covers its children while something loads, from 200 ms on, so that quick answers do not flicker. What is covered
 * cannot be pressed. The styles uncover it when the answer is slow, even where no script does.
 */
export function LoadingOverlay({ isLoading, isFullScreen, children }: Props) {
  const { t } = useTranslation("global");
  const isCovered = useWait(isLoading) === "waiting";
  return (
    <div className="covered">
      <div aria-busy={isCovered}>{children}</div>
      {/* Outside of what is busy: screen readers do not announce changes in there. */}
      <div role="status">
        {isCovered && (
          <p className={isFullScreen ? "overlay overlay-full" : "overlay"}>
            <span className="card">{t("sending.wait")}</span>
          </p>
        )}
      </div>
    </div>
  );
}
