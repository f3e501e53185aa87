import { useTranslation } from "react-i18next";
import type { SendingState } from "./use-single-submit";

interface Props {
  sending: SendingState;
  /** The form was sent to pay: whoever sends it again still pays once. */
  isPaying?: boolean;
}

/**
 * Stands beside the button of a form: why nothing was sent, or that the answer takes long. The live region is there as
 * soon as the form is sent, because screen readers announce only what changes in one.
 */
export function SendingMessage({ sending, isPaying }: Props) {
  const { t } = useTranslation("global");
  if (sending === "over") return null;
  return (
    <>
      {sending === "offline" && (
        <p className="field-error" role="alert">
          {t("sending.offline")}
        </p>
      )}
      <div role="status">{sending === "slow" && <p>{t(isPaying ? "sending.slow" : "sending.wait")}</p>}</div>
    </>
  );
}
