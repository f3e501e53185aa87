import { useTranslation } from "react-i18next";
import { useFrame } from "~/shell/page-frame";

interface Props {
  /** The order that the page is about and that it names. */
  orderId?: string | undefined;
}

/** How to reach support. Where no order is named, the request's id, which the logs have too, is the reference. */
export function SupportReference({ orderId }: Props) {
  const { t } = useTranslation("global");
  const { requestId, brand } = useFrame();
  return (
    <p className="reference">
      {orderId === undefined && (
        <>
          {t("reference", { id: requestId })}
          <br />
        </>
      )}
      <a href={`mailto:${brand.supportEmail}`}>{t("contactSupport")}</a>
    </p>
  );
}
