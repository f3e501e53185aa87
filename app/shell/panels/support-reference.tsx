import { useState } from "react";
import { useTranslation } from "react-i18next";
import { documentId } from "~/analytics/page-views";
import { useFrame } from "~/shell/page-frame";
import { usePageData } from "~/shell/scripts/page-data";

interface Props {
  /** The order that the page is about and that it names. */
  orderId?: string | undefined;
  /** Something went wrong that the request's id helps to find; true by default. */
  isProblem?: boolean;
}

/** How to reach support. Where no order is named, the request's id, which the logs have too, is the reference. */
export function SupportReference({ orderId, isProblem = true }: Props) {
  const { t } = useTranslation("global");
  const { brand } = useFrame();
  const id = useRequestId();
  const isShown = isProblem && orderId === undefined && id !== undefined;
  return (
    <p className="reference" data-request={isShown ? id : undefined}>
      {isShown && (
        <>
          {t("reference", { id })}
          <br />
        </>
      )}
      <a href={`mailto:${brand.supportEmail}`}>{t("contactSupport")}</a>
    </p>
  );
}

/**
 * The id of the document's request, which no page's data has: the browser reads it back from the page, or, where a script has met
 * the error, from the document's headers.
 */
function useRequestId(): string | undefined {
  const { requestId } = usePageData();
  const [id] = useState(() => requestId ?? (import.meta.env.SSR ? undefined : (idInPage() ?? documentId())));
  return id;
}

const idInPage = () => document.querySelector<HTMLElement>("[data-request]")?.dataset.request;
