import { useTranslation } from "react-i18next";
import { type EmailFormAgain, type EmailFormView, GuardedEmailForm } from "~/forms/guarded-email-form";

interface Props {
  form: EmailFormView;
  /** Where the form is sent. */
  action: string;
  again: EmailFormAgain | undefined;
}

/** Signs up or signs in with nothing but an e-mail address. */
export function SignUpForm(props: Props) {
  const { t } = useTranslation("account");
  return (
    <GuardedEmailForm
      {...props}
      id="sign-up"
      intent="signup"
      botAction="anonymous_signup"
      words={{ email: t("signUp.emailLabel"), submit: t("signUp.submit"), sending: t("signUp.sending") }}
    >
      <h2 id="sign-up-title">{t("signUp.heading")}</h2>
      <p>{t("signUp.text")}</p>
    </GuardedEmailForm>
  );
}
