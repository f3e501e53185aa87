import { type FormEvent, useEffect, useRef, useState } from "react";
import { useWait, type WaitState } from "./use-wait";

/** "offline": the form was held back, because the browser has no connection. */
export type SendingState = WaitState | "offline";

/**
 * Lets a form be sent once: further presses of any of its buttons do nothing while the answer is waited for. If that
 * takes too long the form can be sent again: its idempotency key prevents a second purchase, as it does without scripts.
 * `button`: the one that sent the form last; undefined also in browsers that do not say.
 */
export function useSingleSubmit() {
  const [sent, setSent] = useState<{ button: HTMLButtonElement | undefined }>();
  const { isOffline, isStopped } = useOffline();
  const wait = useWait(sent);

  const onSubmit = (event: FormEvent) => {
    if (wait === "waiting") return event.preventDefault();
    const isHeldBack = isStopped();
    if (isHeldBack) event.preventDefault();
    setSent(isHeldBack ? undefined : { button: submitterOf(event.nativeEvent) });
  };
  const sending: SendingState = isOffline ? "offline" : wait;
  return { sending, button: sent?.button, onSubmit };
}

/** The button that sent a form; undefined in browsers that do not support `submitter`. */
export const submitterOf = (event: Event): HTMLButtonElement | undefined =>
  "submitter" in event && event.submitter instanceof HTMLButtonElement ? event.submitter : undefined;

type SubmitHandler = (event: FormEvent<HTMLFormElement>) => void;

/**
 * Holds a form back that the server would refuse because of the visitor's country; the page shows why.
 * `isMeant`: whether the pressed button's action is closed in that country.
 */
export function useCountryGate(
  isGated: boolean,
  isMeant: (button: HTMLButtonElement | undefined) => boolean = () => true,
) {
  const [isStopped, setStopped] = useState(false);
  const onSubmit: SubmitHandler = (event) => {
    if (!isGated || !isMeant(submitterOf(event.nativeEvent))) return;
    event.preventDefault();
    setStopped(true);
  };
  return { isStopped, onSubmit };
}

/** Runs several submit handlers in order, until one prevents the submit. */
export const inTurn =
  (...handlers: readonly SubmitHandler[]): SubmitHandler =>
  (event) => {
    for (const handle of handlers) if (!event.defaultPrevented) handle(event);
  };

/**
 * For what cannot be done without a connection: `isStopped()` asks whether there is none, and `isOffline` stays true
 * after such an answer until the browser is online again. A browser that called itself offline when this page came all
 * the same is not believed: behind some VPNs, and beside a site on its own machine, it always says so.
 */
function useOffline() {
  const [isOffline, setOffline] = useState(false);
  const isBelieved = useRef(false);
  useEffect(() => {
    const look = () => {
      if (!navigator.onLine) return;
      isBelieved.current = true;
      setOffline(false);
    };
    look();
    window.addEventListener("online", look);
    // A page in the back/forward cache gets no event of it.
    window.addEventListener("pageshow", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("pageshow", look);
    };
  }, []);

  const isStopped = () => {
    const isGone = isBelieved.current && !navigator.onLine;
    setOffline(isGone);
    return isGone;
  };
  return { isOffline, isStopped };
}
