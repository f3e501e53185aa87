import { type FormEvent, useState } from "react";
import { submitterOf } from "./submitter";

type SubmitHandler = (event: FormEvent<HTMLFormElement>) => void;

/**
 * Stops a form before it is sent where the server would refuse it for the visitor's country; the page says so in place.
 * `isMeant`: whether what the pressed button asks for is closed there.
 */
export function useGate(isGated: boolean, isMeant: (button: HTMLButtonElement | undefined) => boolean = () => true) {
  const [isStopped, setStopped] = useState(false);
  const onSubmit: SubmitHandler = (event) => {
    if (!isGated || !isMeant(submitterOf(event.nativeEvent))) return;
    event.preventDefault();
    setStopped(true);
  };
  return { isStopped, onSubmit };
}

/** Several handlers of one submit; one that stops it is the last. */
export const inTurn =
  (...handlers: readonly SubmitHandler[]): SubmitHandler =>
  (event) => {
    for (const handle of handlers) if (!event.defaultPrevented) handle(event);
  };
