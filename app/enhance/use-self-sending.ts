import { type RefObject, useEffect } from "react";

/** Sends a form as soon as the page runs scripts, as a link would be followed by a refresh. */
export function useSelfSending(form: RefObject<HTMLFormElement>, isOn: boolean): void {
  useEffect(() => {
    if (isOn) form.current?.requestSubmit();
  }, [form, isOn]);
}
