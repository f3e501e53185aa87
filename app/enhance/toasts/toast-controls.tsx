import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { withoutSaidOnce } from "~/paths";
import { keepTime } from "./keep-time";
import { timeOf } from "./show-toast";
import type { ToastProps } from "./toast-region";

/**
 * What scripts add to a toast, loaded on demand because hardly any page has one: it goes after its time, by its button, and
 * by Escape while the focus is in it. Then the focus is again where it came from.
 */
export function ToastControls({ toast, close }: ToastProps) {
  const { t } = useTranslation("global");
  const button = useRef<HTMLButtonElement>(null);
  useEffect(forgetSaidOnce, []);
  useEffect(() => {
    const region = button.current?.closest(".toasts");
    return region ? keepTime(region, timeOf(toast), () => close(toast.text)) : undefined;
  }, [toast, close]);
  useEffect(() => {
    // In the back/forward cache the time stands still; a page that comes back from there has old news.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) close(toast.text);
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [toast.text, close]);

  const cameFrom = useRef<EventTarget | null>(null);
  const onClose = () => {
    button.current?.blur();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    close(toast.text);
  };
  return (
    <button
      ref={button}
      type="button"
      className="toast-close"
      aria-label={t("dialog.close")}
      onClick={onClose}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget;
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      ×
    </button>
  );
}

/** Takes out of the address what it says once, so that a reload does not say it again. The router need not know. */
function forgetSaidOnce(): void {
  const { pathname, search, hash } = window.location;
  const kept = withoutSaidOnce(search);
  if (kept !== search) window.history.replaceState(window.history.state, "", pathname + kept + hash);
}
