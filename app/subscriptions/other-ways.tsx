import { useTranslation } from "react-i18next";
import { useFrame } from "~/shell/page-frame";
import type { OtherWay } from "./subscriptions-page.server";

/** How it can be done without this page: on the brand's own, else by a letter that needs only to be sent. */
export function OtherWays({ other: { at, letter } }: { other: OtherWay }) {
  const { t } = useTranslation("subscription");
  const { brand } = useFrame();
  const address = at ?? letter;
  if (address === undefined) return null;
  return (
    <div className="other-ways">
      <p>{at === undefined ? t("byMail.text") : t("atBrand.text", { app: brand.appName })}</p>
      <p className="actions">
        <a className="button-quiet" href={address}>
          {at === undefined ? t("byMail.link") : t("atBrand.link")}
        </a>
      </p>
    </div>
  );
}
