import { useTranslation } from "react-i18next";
import { FieldMessage } from "~/forms/error-summary";
import type { CheckoutForm, ProviderView } from "./checkout-view";

/** How to pay; where nothing is due today there is nothing to choose, and the choice is kept for later. */
export function ProviderField({ form, error }: { form: CheckoutForm; error: string | undefined }) {
  const { t } = useTranslation("payment");
  const { providers, summary } = form;
  const chosen = (providers.find(({ code }) => code === form.provider) ?? providers[0])?.code;
  if (summary.isFree && chosen !== undefined) return <input type="hidden" name="provider" value={chosen} />;
  return (
    <fieldset
      className="field providers"
      id="provider"
      aria-describedby={error === undefined ? undefined : "provider-error"}
    >
      <legend>{t("providerLabel")}</legend>
      <FieldMessage id="provider-error" message={error} />
      {providers.length === 0 && <p>{t("noProviders")}</p>}
      <div className="choices">
        {providers.map((provider) => (
          <Choice key={provider.code} provider={provider} isChosen={provider.code === chosen} />
        ))}
      </div>
    </fieldset>
  );
}

function Choice({ provider: { code, statement }, isChosen }: { provider: ProviderView; isChosen: boolean }) {
  const { t } = useTranslation("payment");
  return (
    <label className="choice">
      <input type="radio" name="provider" value={code} defaultChecked={isChosen} required />
      <span>
        {t(`providerName.${code}`)}
        <small>{t(`providerHint.${code}`)}</small>
        {statement !== undefined && <small className="statement">{t("statement", { name: statement })}</small>}
      </span>
    </label>
  );
}
