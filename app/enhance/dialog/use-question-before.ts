import { useCallback, useRef, useState } from "react";
import { leaveBy } from "./leave-by";
import { useDialogModule } from "./use-dialog-module";

interface Press {
  preventDefault(): void;
}

/**
 * A question before a link or a button that loads another page does so: `hold` in its click handler stops the press,
 * `goOn` repeats it. Where there is no dialog nothing is asked, and the press goes through.
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
