import { type FormEvent, useRef, useState } from "react";
import { submitterOf } from "~/enhance/sending/use-single-submit";
import type { AskToken, BotCheckSettings } from "./bot-check-script";

/** How long a submit waits for its token before it goes without one. */
const CHALLENGE_WAIT_MS = 3_000;

interface Guard {
  /** Undefined: the payments API names no script. */
  settings: BotCheckSettings | undefined;
  /** The token's action, as the payments API expects it. */
  action: string;
  /** Whether this submit needs the check, by its button and the chosen provider. No button: whether it might. */
  isNeeded: (form: HTMLFormElement, button?: HTMLButtonElement) => boolean;
}

/**
 * Adds a token of the bot check's script to the form, as its field `recasign`, when the form is sent. The script is loaded
 * on the form's first use. If it fails or is slow, or if the browser does not tell the pressed button, the form is sent
 * without a token, and the server uses the check without scripts.
 */
export function useBotCheck({ settings, action, isNeeded }: Guard) {
  const [hasFailed, setFailed] = useState(false);
  const loading = useRef<Promise<AskToken | undefined>>();

  const load = (from: BotCheckSettings) => {
    loading.current ??= import("./bot-check-script")
      .then(({ loadBotCheck }) => loadBotCheck(from))
      .catch(() => undefined);
    loading.current.then((ask) => setFailed(ask === undefined));
    return loading.current;
  };

  /** For the form's focus and change. */
  const onUse = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (settings !== undefined && loading.current === undefined && isNeeded(currentTarget)) load(settings);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const button = submitterOf(event.nativeEvent);
    const isReady = settings !== undefined && !hasFailed && !event.defaultPrevented;
    if (!isReady || button === undefined || !isNeeded(form, button)) return;
    event.preventDefault();
    withinPatience(load(settings).then((ask) => ask?.(action))).then((token) => send(form, button, token));
  };
  return { hasFailed, onUse, onSubmit };
}

function withinPatience(asking: Promise<string | undefined>): Promise<string> {
  const patience = new Promise<string>((resolve) => window.setTimeout(resolve, CHALLENGE_WAIT_MS, ""));
  return Promise.race([asking.then((token) => token ?? "").catch(() => ""), patience]);
}

/** Submits with the pressed button's value, as the browser would; our oldest browsers do not have `requestSubmit`. */
function send(form: HTMLFormElement, button: HTMLButtonElement, token: string): void {
  setField(form, "recasign", token);
  if (button.name !== "") setField(form, button.name, button.value);
  form.submit();
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const found = form.elements.namedItem(name);
  const field = found instanceof HTMLInputElement ? found : form.appendChild(document.createElement("input"));
  if (field !== found) Object.assign(field, { type: "hidden", name });
  field.value = value;
}
