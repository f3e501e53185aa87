import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import type { ReceiptRow } from "./receipt-view.server";
import { ReceiptState } from "./receipts-notice";
import type { ReceiptsView } from "./receipts-view.server";
import { SendForm } from "./send-form";
import type { RefusedForm } from "./send-receipt.server";

interface Props {
  list: Extract<ReceiptsView, { kind: "list" }>;
  refused: RefusedForm | undefined;
}

/** Receipts, newest first; on a narrow screen each row becomes a card, whose labels come from `data-label`. */
export function ReceiptTable({ list, refused }: Props) {
  const { t } = useTranslation("receipts");
  const { key, emailInvalid } = list;
  return (
    <table className="compare receipts" id="receipts">
      <caption className="visually-hidden">{t("caption")}</caption>
      <thead>
        <tr>
          {(["date", "plan", "amount", "state"] as const).map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {list.rows.map((row) => (
          <Row key={row.id} row={row} receiptKey={key}>
            <SendForm
              receipt={row}
              receiptKey={key}
              emailInvalid={emailInvalid}
              refused={refused?.invoiceId === row.id ? refused : undefined}
            />
          </Row>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: ReceiptRow;
  receiptKey: string | undefined;
  children: ReactNode;
}

function Row({ row, receiptKey, children }: RowProps) {
  const { t } = useTranslation("receipts");
  const lang = useLang();
  return (
    <tr>
      <th scope="row">
        <time dateTime={row.day}>{row.date}</time>
      </th>
      <td data-label={t("plan")}>
        <bdi>{row.plan}</bdi>
      </td>
      <td data-label={t("amount")}>
        <bdi>{row.amount}</bdi>
      </td>
      <td data-label={t("state")}>
        <ReceiptState state={row.state} />
      </td>
      <td>
        <div className="receipt-tools">
          <a className="button-quiet" href={paths.receipt(lang, row.id, receiptKey)}>
            {t("open")} <span className="visually-hidden">{row.date}</span>
          </a>
          {children}
        </div>
      </td>
    </tr>
  );
}
