import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { withoutSaidOnce } from "~/paths";
import { type ToastProps, timeOf } from "./show-toast";

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
  const rest = withoutSaidOnce(search);
  if (rest !== search) window.history.replaceState(window.history.state, "", pathname + rest + hash);
}

/** What may hold the time of toasts, by the events that begin and end it. */
const HOLDS = {
  pointerover: { by: "pointer", isBegin: true },
  pointerout: { by: "pointer", isBegin: false },
  focusin: { by: "focus", isBegin: true },
  focusout: { by: "focus", isBegin: false },
} as const;
type HoldEvent = keyof typeof HOLDS;

const isHoldEvent = (type: string): type is HoldEvent => type in HOLDS;
const HOLD_EVENTS = [...Object.keys(HOLDS), "visibilitychange"];

/**
 * Calls `onEnd` after `ms` milliseconds. Those in which the pointer or the focus is in the region, or the page is hidden, do
 * not count. The whole region holds, so that no toast moves away from under the pointer when another one goes.
 * @returns a function that stops it
 */
function keepTime(region: Element, ms: number, onEnd: () => void): () => void {
  const isHeldBy = { pointer: region.matches(":hover"), focus: region.contains(document.activeElement) };
  let left = ms;
  let running: { timer: number; since: number } | undefined;

  function runOrHold() {
    const isHeld = isHeldBy.pointer || isHeldBy.focus || document.hidden;
    if (!isHeld) running ??= { timer: window.setTimeout(onEnd, left), since: Date.now() };
    else if (running !== undefined) {
      window.clearTimeout(running.timer);
      left -= Date.now() - running.since;
      running = undefined;
    }
  }

  /** Listens to the whole document: a toast that is removed under the pointer gives no event when the pointer leaves. */
  function onEvent({ type, target }: Event) {
    if (isHoldEvent(type)) {
      const { by, isBegin } = HOLDS[type];
      isHeldBy[by] = isBegin && target instanceof Node && region.contains(target);
    }
    runOrHold();
  }

  for (const type of HOLD_EVENTS) document.addEventListener(type, onEvent);
  runOrHold();
  return () => {
    window.clearTimeout(running?.timer);
    for (const type of HOLD_EVENTS) document.removeEventListener(type, onEvent);
  };
}
