import { useTranslation } from "react-i18next";
import { FieldMessage } from "~/forms/error-summary";
import type { CheckoutView } from "./checkout-view";

interface Props {
  checkout: Pick<CheckoutView, "country" | "countries">;
  /** The action of the pay form around this field; undefined: there is none, so the field is a form of its own. */
  sendsTo: string | undefined;
  error: string | undefined;
}

/** Asks for the country whose prices are shown: an address behind a VPN does not tell where the buyer lives. */
export function CountryChoice({ checkout: { countries, country }, sendsTo, error }: Props) {
  const { t } = useTranslation("payment");
  const intent = sendsTo && {
    name: "intent",
    value: "change-country",
    formAction: `${sendsTo}#country`,
    formNoValidate: true,
  };
  return (
    <div className="country">
      <label htmlFor="country">{t("countryLabel")}</label>
      <select
        id="country"
        name="country"
        defaultValue={country}
        key={country}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? "country-hint" : "country-hint country-error"}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <button className="button-quiet" type="submit" {...intent}>
        {t("countryShow")}
      </button>
      <p className="hint" id="country-hint">
        {t("countryHint")}
      </p>
      <FieldMessage id="country-error" message={error} />
    </div>
  );
}
