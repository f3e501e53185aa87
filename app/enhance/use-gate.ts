import { type FormEvent, useState } from "react";

/** Stops a form before it is sent where the server would refuse it for the visitor's country; the page says so in place. */
export function useGate(isGated: boolean) {
  const [isStopped, setStopped] = useState(false);
  const onSubmit = (event: FormEvent) => {
    if (!isGated) return;
    event.preventDefault();
    setStopped(true);
  };
  return { isStopped, onSubmit };
}

type SubmitHandler = (event: FormEvent<HTMLFormElement>) => void;

/** Several handlers of one submit; one that stops it is the last. */
export const inTurn =
  (...handlers: readonly SubmitHandler[]): SubmitHandler =>
  (event) => {
    for (const handle of handlers) if (!event.defaultPrevented) handle(event);
  };
