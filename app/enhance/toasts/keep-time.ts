/** What may hold the time of toasts, by the events that tell of it. */
const HOLDS = {
  pointerover: { by: "pointer", isBegin: true },
  pointerout: { by: "pointer", isBegin: false },
  focusin: { by: "focus", isBegin: true },
  focusout: { by: "focus", isBegin: false },
} as const;
type HoldEvent = keyof typeof HOLDS;

const isHoldEvent = (type: string): type is HoldEvent => type in HOLDS;
const EVENTS = [...Object.keys(HOLDS), "visibilitychange"];

/**
 * Calls `onEnd` after `ms` milliseconds. Those in which the pointer or the focus is in the region, or the page is hidden, do
 * not count. The whole region holds, so that no toast moves away from under the pointer when another one goes.
 * @returns a function that stops it
 */
export function keepTime(region: Element, ms: number, onEnd: () => void): () => void {
  const isHeldBy = { pointer: region.matches(":hover"), focus: region.contains(document.activeElement) };
  let left = ms;
  let running: { timer: number; since: number } | undefined;

  function settle() {
    const isHeld = isHeldBy.pointer || isHeldBy.focus || document.hidden;
    if (!isHeld) running ??= { timer: window.setTimeout(onEnd, left), since: Date.now() };
    else if (running !== undefined) {
      window.clearTimeout(running.timer);
      left -= Date.now() - running.since;
      running = undefined;
    }
  }

  /** Listens to the whole document: a toast that is removed under the pointer tells nothing of the pointer's leaving. */
  function onEvent({ type, target }: Event) {
    if (isHoldEvent(type)) {
      const { by, isBegin } = HOLDS[type];
      isHeldBy[by] = isBegin && target instanceof Node && region.contains(target);
    }
    settle();
  }

  for (const type of EVENTS) document.addEventListener(type, onEvent);
  settle();
  return () => {
    window.clearTimeout(running?.timer);
    for (const type of EVENTS) document.removeEventListener(type, onEvent);
  };
}
