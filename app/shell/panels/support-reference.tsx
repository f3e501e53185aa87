import { useTranslation } from "react-i18next";
import { useFrame } from "~/shell/page-frame";

/** How to reach support, with the request id as the reference that the logs have too. */
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
