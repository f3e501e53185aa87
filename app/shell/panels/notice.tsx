import { useRef } from "react";
import { useDialogModule } from "~/enhance/use-dialog-module";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { ReturnPageFields } from "~/shell/return-page-fields";
import type { LoggedOutQuestion, Notice } from "./notice.server";

/** A message above the page's content. */
export function NoticePanel({ title, text }: Notice) {
  return (
    <section className="notice" aria-labelledby="notice-title">
      <h2 id="notice-title">{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** Asks a logged-out visitor what to do: by a form, and with scripts by a dialog that presses the form's buttons. */
export function LoggedOut({ title, text, stay, login }: LoggedOutQuestion) {
  const lang = useLang();
  const Dialog = useDialogModule();
  const stayButton = useRef<HTMLButtonElement>(null);
  const loginButton = useRef<HTMLButtonElement>(null);
  return (
    <section className="notice" aria-labelledby="question-title">
      <h2 id="question-title">{title}</h2>
      <p>{text}</p>
      <form className="actions" method="post" action={paths.account(lang)}>
        <ReturnPageFields />
        <button ref={loginButton} type="submit" className="button" name="intent" value="login">
          {login}
        </button>
        <button ref={stayButton} type="submit" className="button-quiet" name="intent" value="stay">
          {stay}
        </button>
      </form>
      {Dialog !== undefined && (
        <Dialog
          title={title}
          message={text}
          hasOverlay
          hasCloseIcon
          cancel={{ label: stay, onPress: () => leavingBy(stayButton.current) }}
          confirm={{ label: login, onPress: () => leavingBy(loginButton.current) }}
        />
      )}
    </section>
  );
}

/** Presses a button whose form loads another page. Never settles, so the dialog stays busy until then. */
function leavingBy(button: HTMLButtonElement | null): Promise<never> {
  button?.click();
  return new Promise(() => {});
}
