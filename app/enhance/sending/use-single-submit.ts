import { type FormEvent, useState } from "react";
import { submitterOf } from "./submitter";
import { useOffline } from "./use-offline";
import { useWait, type Wait } from "./use-wait";

/** "offline": the form was held back, because the browser has no connection. */
export type Sending = Wait | "offline";

/**
 * Lets a form be sent once: further presses of any of its buttons do nothing while the answer is waited for. If that
 * takes too long the form can be sent again: its idempotency key prevents a second purchase, as it does without scripts.
 * `button`: the one that sent the form last; undefined also in browsers that do not tell.
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
  const sending: Sending = isOffline ? "offline" : wait;
  return { sending, button: sent?.button, onSubmit };
}
