import { useTranslation } from "react-i18next";
import { useFrame } from "~/shell/page-frame";

/** What to tell support, and how to reach it: the reference is the request id that the logs know. */
export function SupportReference() {
  const { t } = useTranslation("global");
  const { requestId, brand } = useFrame();
  return (
    <p className="reference">
      {t("reference", { id: requestId })}
      <br />
      <a href={`mailto:${brand.supportEmail}`}>{t("contactSupport")}</a>
    </p>
  );
}
