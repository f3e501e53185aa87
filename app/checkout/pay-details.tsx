import { useTranslation } from "react-i18next";
import { EmailAnswers } from "~/forms/email-answers";
import { EmailField } from "~/forms/email-field";
import { AccountNote } from "./account-note";
import type { CheckoutForm } from "./checkout-view";
import { ProviderField } from "./provider-field";

interface Props {
  form: CheckoutForm;
  errorOf: (field: string) => string | undefined;
}

/** For whom, and how it is paid. */
export function PayDetails({ form, errorOf }: Props) {
  const { t } = useTranslation("payment");
  return (
    <>
      <h2 id="details-title">{t("yourDetails")}</h2>
      <AccountNote account={form.account} />
      <EmailField
        label={t("emailLabel")}
        hint={form.account.kind === "new" ? t("account.new") : t("emailHint")}
        value={form.email}
        error={errorOf("email")}
      />
      <EmailAnswers question={form.question} />
      <ProviderField form={form} error={errorOf("provider")} />
    </>
  );
}
