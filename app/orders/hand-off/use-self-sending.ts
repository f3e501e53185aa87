import { type RefObject, useEffect } from "react";

const wasSent = (state: unknown): boolean => typeof state === "object" && state !== null && "wasSent" in state;

/**
 * Sends a form as soon as the page's scripts run, once per history entry: a buyer who goes back to the page
 * is not sent away again.
 */
export function useSelfSending(form: RefObject<HTMLFormElement>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn || wasSent(window.history.state)) return;
    window.history.replaceState({ ...window.history.state, wasSent: true }, "");
    form.current?.submit();
  }, [form, isOn]);
}
