import { type ChangeEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FieldMessage } from "~/forms/error-summary";
import { separatorOf } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import type { CheckoutView } from "../checkout-view";

interface Props {
  checkout: Pick<CheckoutView, "country" | "countries" | "prices">;
  /** The action of the pay form around this field; undefined: there is none, so the field is a form of its own. */
  sendsTo: string | undefined;
  error: string | undefined;
}

/**
 * Says whose prices are shown, and unfolds the choice of another country: an address behind a VPN does not tell where the
 * buyer lives. With scripts a choice counts at once.
 */
export function CountryChoice({ checkout: { countries, country, prices }, sendsTo, error }: Props) {
  const { t } = useTranslation("payment");
  const intent = sendsTo && {
    name: "intent=change-country",
    formAction: `${sendsTo}#prices`,
    formNoValidate: true,
  };
  const lang = useLang();
  // Some browsers change a closed list with every press of an arrow key: who chooses by keys goes on to the button.
  const isByKeys = useRef(false);
  const show = (event: ChangeEvent<HTMLSelectElement>) => {
    if (isByKeys.current) return;
    const button = event.currentTarget.form?.querySelector<HTMLButtonElement>("#show-prices");
    button?.click();
  };
  return (
    <details className="country" open={error !== undefined}>
      {/* With the focus after another country was chosen. */}
      <summary id="prices">
        {prices}
        {separatorOf(lang)}
        <span>{t("change")}</span>
      </summary>{" "}
      <label htmlFor="country">{t("countryLabel")}</label>{" "}
      <select
        id="country"
        name="country"
        defaultValue={country}
        key={country}
        onChange={show}
        onKeyDown={() => {
          isByKeys.current = true;
        }}
        onPointerDown={() => {
          isByKeys.current = false;
        }}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? "country-hint" : "country-hint country-error"}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>{" "}
      <button className="button-quiet" type="submit" id="show-prices" {...intent}>
        {t("countryShow")}
      </button>
      <p className="hint" id="country-hint">
        {t("countryHint")}
      </p>
      <FieldMessage id="country-error" message={error} />
    </details>
  );
}
