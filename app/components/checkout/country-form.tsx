import { useTranslation } from "react-i18next";

interface Props {
  countries: { code: string; name: string }[];
  country: string;
  order: string | undefined;
}

/** Asks for the country whose prices are shown: an address behind a VPN does not tell where the buyer lives. */
export function CountryForm({ countries, country, order }: Props) {
  const { t } = useTranslation("payment");
  return (
    <form className="country" method="get">
      {order !== undefined && <input type="hidden" name="o" value={order} />}
      <label htmlFor="country">{t("countryLabel")}</label>
      <select id="country" name="country" defaultValue={country} key={country} aria-describedby="country-hint">
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <button className="button-quiet" type="submit">
        {t("countryShow")}
      </button>
      <p className="hint" id="country-hint">
        {t("countryHint")}
      </p>
    </form>
  );
}
