import { type FormEvent, useState } from "react";
import { submitterOf } from "./submitter";

type SubmitHandler = (event: FormEvent<HTMLFormElement>) => void;

/**
 * Holds a form back that the server would refuse because of the visitor's country; the page shows why.
 * `isMeant`: whether the pressed button's action is closed in that country.
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

/** Runs several submit handlers in order, until one prevents the submit. */
export const inTurn =
  (...handlers: readonly SubmitHandler[]): SubmitHandler =>
  (event) => {
    for (const handle of handlers) if (!event.defaultPrevented) handle(event);
  };
