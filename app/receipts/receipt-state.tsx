import { useTranslation } from "react-i18next";
import type { Invoice } from "~/upstream/contract/invoices";

/** Whether a receipt is paid, in a word. */
export function ReceiptState({ state }: { state: Invoice["status"] }) {
  const { t } = useTranslation("receipts");
  return <span className={`state state-${state}`}>{t(`states.${state}`)}</span>;
}
