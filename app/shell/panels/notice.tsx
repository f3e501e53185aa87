import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { leaveBy, useDialogModule } from "~/enhance/dialog/use-dialog";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import { paths } from "~/paths";
import { PAY_FORM, useHasPayForm } from "~/shell/links/language-switcher";
import { useFrame } from "~/shell/page-frame";
import { PREFERENCES_FORM } from "~/shell/preferences-form";
import { ReturnPageFields, returnPageAt } from "~/shell/return-page";
import type { ConsentQuestion, LoggedOutQuestion, PageNotice } from "./notice.server";

/** A message above the page's content. */
export function NoticePanel({ title, text }: PageNotice) {
  return (
    <section className="notice" aria-labelledby="notice-title">
      <h2 id="notice-title">{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** Asks a logged-out visitor what to do: by a form, and with scripts by a dialog that presses the form's buttons. */
export function LoggedOut({ title, text, stay, login }: LoggedOutQuestion) {
  const { lang, visitorFields } = useFrame();
  const Dialog = useDialogModule();
  const stayButton = useRef<HTMLButtonElement>(null);
  const loginButton = useRef<HTMLButtonElement>(null);
  return (
    <section className="notice" aria-labelledby="question-title">
      <h2 id="question-title">{title}</h2>
      <p>{text}</p>
      <form className="actions" method="post" action={paths.account(lang)}>
        <HiddenVisitorFields visitorFields={visitorFields} />
        <ReturnPageFields />
        <button ref={loginButton} type="submit" className="button" name="intent=login">
          {login}
        </button>
        <button ref={stayButton} type="submit" className="button-quiet" name="intent=stay">
          {stay}
        </button>
      </form>
      {Dialog !== undefined && (
        <Dialog
          title={title}
          message={text}
          hasOverlay
          hasCloseIcon
          cancel={{ label: stay, onPress: () => leaveBy(stayButton.current) }}
          confirm={{ label: login, onPress: () => leaveBy(loginButton.current) }}
        />
      )}
    </section>
  );
}

/**
 * Asks whether the visitor may be tracked; neither answer is easier to give. The buttons' form is in the footer, or it is the form that pays, so
 * that nothing typed is lost.
 */
export function ConsentPanel({ text, allow, decline, policyUrl }: ConsentQuestion & { policyUrl: string }) {
  const { t } = useTranslation("footer");
  const { lang } = useFrame();
  const { search } = useLocation();
  const isOnPayForm = useHasPayForm();
  const besidePayForm = (consent: string) => ({
    form: PAY_FORM,
    formAction: paths.preferences(lang),
    name: changeConsent(consent, search),
  });
  return (
    <section className="notice consent" aria-labelledby="consent-text">
      <p>
        <span id="consent-text">{text}</span> <a href={policyUrl}>{t("privacy")}</a>
      </p>
      <p className="consent-answers">
        {[
          { value: "1", label: allow },
          { value: "0", label: decline },
        ].map(({ value, label }) => (
          <button
            key={value}
            className="button-quiet"
            type="submit"
            formNoValidate
            {...(isOnPayForm ? besidePayForm(value) : { form: PREFERENCES_FORM, name: `consent=${value}` })}
          >
            {label}
          </button>
        ))}
      </p>
    </section>
  );
}

/** Says the answer and the page to come back to: the form itself says only the plan. */
function changeConsent(consent: string, search: string): string {
  const { o } = returnPageAt("/", search);
  const said = { intent: "change-consent", consent, page: "payment", ...(o === undefined ? {} : { o }) };
  return new URLSearchParams(said).toString();
}
