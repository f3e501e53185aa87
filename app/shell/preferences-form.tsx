import { useTranslation } from "react-i18next";
import { paths } from "~/paths";
import { useFrame } from "./page-frame";
import { ReturnPageFields } from "./return-page";

/** The id of the form in every page's footer, to which buttons elsewhere on the page belong as well. */
export const PREFERENCES_FORM = "preferences";

/** The visitor's choice between the light and the full version. */
export function LightChoice() {
  const { lang, isLight } = useFrame();
  const { t } = useTranslation("footer");
  return (
    <form id={PREFERENCES_FORM} method="post" action={paths.preferences(lang)}>
      <ReturnPageFields />
      <button className="link-button" type="submit" name={isLight ? "lite=0" : "lite=1"}>
        {t(isLight ? "fullVersion" : "lightVersion")}
      </button>
    </form>
  );
}

/** Allows tracking or takes that back, at any time. */
export function TrackingChoice() {
  const { mayTrack } = useFrame();
  const { t } = useTranslation("footer");
  return (
    <details className="privacy-choices">
      <summary>{t("privacyChoices")}</summary>
      <button className="link-button" type="submit" form={PREFERENCES_FORM} name={mayTrack ? "consent=0" : "consent=1"}>
        {t(mayTrack ? "stopTracking" : "allowTracking")}
      </button>
    </details>
  );
}
