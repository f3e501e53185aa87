import { useTranslation } from "react-i18next";
import { EmailAnswers, EmailField } from "~/forms/email-field";
import { AnswerMessage, FieldMessage } from "~/forms/error-summary";
import type { AccountNote } from "~/offers/sale/account-note.server";
import marksFile from "~/providers/marks.svg";
import { Decoration } from "~/shell/decoration";
import { type CheckoutForm, PROVIDERS_IN_SIGHT, type ProviderView } from "../checkout-view";

interface Props {
  form: CheckoutForm;
  /** Where the form is sent. */
  action: string;
  errorOf: (field: string) => string | undefined;
  /** The field that has the focus, for its mistake. */
  answer: string | undefined;
}

/** The part of the form with the e-mail address and the way to pay. */
export function PayDetails({ form, action, errorOf, answer }: Props) {
  return (
    <>
      <Account form={form} />
      <Email form={form} error={errorOf("email")} isAnswer={answer === "email"} />
      <EmailAnswers question={form.question} action={action} />
      <AnswerMessage id="resumed" className="notice" message={form.resumed} />
      <ProviderField form={form} error={errorOf("provider")} isAnswer={answer === "provider"} />
    </>
  );
}

type EmailProps = Pick<Props, "form"> & { error: string | undefined; isAnswer: boolean };

/** The field; folded below the account's name where that names its address, and nothing is wrong with it. */
function Email({ form, error, isAnswer }: EmailProps) {
  const { t } = useTranslation("payment");
  const { account, emailHint, isAccountEmail, question, values } = form;
  const field = (
    <EmailField label={t("emailLabel")} hint={emailHint} value={values.email ?? ""} error={error} isAnswer={isAnswer} />
  );
  if (!isAccountEmail) return field;
  return (
    <details className="known" open={error !== undefined || question?.open !== undefined}>
      <summary>
        {account} <span>{t("change")}</span>
      </summary>
      {field}
    </details>
  );
}

/** Names the account that is paid for, unless the e-mail field does, and says what happens to the plan that it has. */
function Account({ form: { account, accountNote, isAccountEmail } }: Pick<Props, "form">) {
  const named = isAccountEmail ? undefined : account;
  if (named === undefined && accountNote === undefined) return null;
  return (
    <div className="account">
      {named !== undefined && <p>{named}</p>}
      {accountNote !== undefined && <Note note={accountNote} />}
    </div>
  );
}

function Note({ note: { text, link, isWarning } }: { note: AccountNote }) {
  return (
    <p className={isWarning && "account-warning"}>
      {text} {link && <a href={link.to}>{link.text}</a>}
    </p>
  );
}

/** The choice of provider; hidden where none is asked for anything, but still sent. */
function ProviderField({
  form,
  error,
  isAnswer,
}: {
  form: CheckoutForm;
  error: string | undefined;
  isAnswer: boolean;
}) {
  const { t } = useTranslation("payment");
  const { providers, moreProviders, summary, values } = form;
  const chosen = (providers.find(({ code }) => code === values.provider) ?? providers[0])?.code;
  if (summary.firstCharge === "never" && chosen !== undefined)
    return <input type="hidden" name="provider" value={chosen} />;
  const choices = providers.map((provider) => (
    <div key={provider.code}>
      <Choice provider={provider} isChosen={provider.code === chosen} />
    </div>
  ));
  const isChosenFolded = providers.findIndex(({ code }) => code === chosen) >= PROVIDERS_IN_SIGHT;
  return (
    <fieldset
      className="providers"
      id="provider"
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : "provider-error"}
    >
      <legend>{t("providerLabel")}</legend>
      {isAnswer ? (
        <AnswerMessage id="provider-error" className="field-error" message={error} />
      ) : (
        <FieldMessage id="provider-error" message={error} />
      )}
      {form.noProviders !== undefined && <p>{form.noProviders}</p>}
      <div className="choices">
        {choices.slice(0, PROVIDERS_IN_SIGHT)}
        {moreProviders !== undefined && (
          <details open={isChosenFolded}>
            <summary>{moreProviders}</summary>
            {choices.slice(PROVIDERS_IN_SIGHT)}
          </details>
        )}
      </div>
    </fieldset>
  );
}

/** The marks are decoration, so they have no words of their own. */
function Choice({
  provider: { code, name, hint, marks, partner, statement },
  isChosen,
}: {
  provider: ProviderView;
  isChosen: boolean;
}) {
  const { t } = useTranslation("payment");
  return (
    <label className="choice">
      <input type="radio" name="provider" value={code} defaultChecked={isChosen} required />{" "}
      <span>
        <span className="choice-name">
          {name}{" "}
          <span className="marks">
            {marks.map((mark) => (
              <Decoration key={mark} src={`${marksFile}#${mark}`} width={30} height={20} />
            ))}
          </span>
        </span>{" "}
        {hint !== undefined && <small>{hint}</small>} {partner !== undefined && <small>{partner}</small>}{" "}
        {statement !== undefined && <small className="statement">{t("statement", { name: statement })}</small>}
      </span>
    </label>
  );
}
