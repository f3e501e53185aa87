import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import type { DialogProps } from "./dialog";

/** The dialog component, loaded on demand because few pages need it. Undefined in browsers without `<dialog>`. */
export function useDialogModule(): ComponentType<DialogProps> | undefined {
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<DialogProps> }>();
  useEffect(() => {
    let isGone = false;
    if (typeof HTMLDialogElement === "function") {
      import("./dialog").then(
        (module) => isGone || setLoaded(module),
        () => {},
      );
    }
    return () => {
      isGone = true;
    };
  }, []);
  return loaded?.Dialog;
}

/** Presses a button or a link that loads another page. Its promise never ends, so a dialog stays busy until that page is there. */
export function leaveBy(element: HTMLElement | null | undefined): Promise<never> {
  element?.click();
  return new Promise(() => {});
}

interface Press {
  preventDefault(): void;
}

/**
 * A question before a link or a button that loads another page does so: `hold` in its click handler stops the press,
 * `goOn` repeats it. Where there is no dialog there is no question, and the press goes through.
 */
export function useQuestionBefore() {
  const Dialog = useDialogModule();
  const [held, setHeld] = useState<HTMLElement>();
  const isAnswered = useRef(false);
  const isAble = Dialog !== undefined;

  const hold = useCallback(
    (press: Press, element: HTMLElement) => {
      if (!isAble || isAnswered.current) return;
      press.preventDefault();
      setHeld(element);
    },
    [isAble],
  );
  const goOn = () => {
    isAnswered.current = true;
    return leaveBy(held);
  };
  const onClose = () => {
    isAnswered.current = false;
    setHeld(undefined);
  };
  return { Dialog, isOpen: held !== undefined, hold, goOn, onClose };
}
