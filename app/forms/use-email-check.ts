import { type FormEvent, useState } from "react";
import { submitterOf } from "~/enhance/sending/use-single-submit";

/** Of anything better the server judges: it has the words for each mistake. */
const LOOKS_LIKE_EMAIL = /\S@\S+\.\S/;

/**
 * Holds a form back whose e-mail address is missing or plainly none, and leads to the field. The browser's own check would
 * speak the browser's language, so forms have it switched off.
 * @param words what is then said beside the field
 */
export function useEmailCheck(words: string) {
  const [mistake, setMistake] = useState<string>();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const button = submitterOf(event.nativeEvent);
    // Some buttons need no address, and some browsers do not tell which one was pressed.
    if (button === undefined || button.formNoValidate) return;
    const field = event.currentTarget.querySelector<HTMLInputElement>("[name=email]");
    const isRight = field === null || LOOKS_LIKE_EMAIL.test(field.value);
    setMistake(isRight ? undefined : words);
    if (isRight) return;
    event.preventDefault();
    field.focus();
  };
  return { mistake, onSubmit };
}
