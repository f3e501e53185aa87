import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { inTurn, useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { EmailField } from "~/forms/email-field";
import { useEmailCheck } from "~/forms/use-email-check";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { ReceiptState } from "./receipts-notice";
import type { ListedReceipt, ReceiptsView } from "./receipts-view.server";
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
          <Row
            key={row.id}
            receipt={row}
            receiptKey={key}
            emailInvalid={emailInvalid}
            refused={refused?.invoiceId === row.id ? refused : undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  receipt: ListedReceipt;
  receiptKey: string | undefined;
  /** Said beside the field where it holds no e-mail address. */
  emailInvalid: string;
  /** Set where this receipt could not be sent: the form stays open with what was entered. */
  refused: RefusedForm | undefined;
}

function Row(row: RowProps) {
  const { receipt, receiptKey } = row;
  const { t } = useTranslation("receipts");
  const lang = useLang();
  return (
    <tr>
      <th scope="row">
        <time dateTime={receipt.day}>{receipt.date}</time>
      </th>
      <td data-label={t("plan")}>
        <bdi>{receipt.plan}</bdi>
      </td>
      <td data-label={t("amount")}>
        <bdi>{receipt.amount}</bdi>
      </td>
      <td data-label={t("state")}>
        <ReceiptState state={receipt.state} />
      </td>
      <td>
        <div className="receipt-tools">
          <a className="button-quiet" href={paths.receipt(lang, receipt.id, { key: receiptKey })}>
            {t("open")} <span className="visually-hidden">{receipt.date}</span>
          </a>
          <SendForm {...row} />
        </div>
      </td>
    </tr>
  );
}

/** Sends one receipt by e-mail. The form unfolds in place, also without scripts. */
function SendForm({ receipt, receiptKey, emailInvalid, refused }: RowProps) {
  const { id: invoiceId, owner, emailHint } = receipt;
  const { t } = useTranslation("receipts");
  const { lang, visitorFields } = useFrame();
  const { sending, onSubmit } = useSingleSubmit();
  const isSending = sending === "waiting";
  const check = useEmailCheck(emailInvalid);
  return (
    <details className="send" open={refused !== undefined}>
      <summary className="button-quiet">{t("send")}</summary>
      <form
        method="post"
        action={paths.receipts(lang, { key: receiptKey })}
        onSubmit={inTurn(check.onSubmit, onSubmit)}
        noValidate
      >
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name="invoice_id" value={invoiceId} />
        {owner !== undefined && <input type="hidden" name="owner" value={owner} />}
        <HiddenVisitorFields visitorFields={visitorFields} />
        <EmailField
          id={`email-${invoiceId}`}
          label={t("sendTo")}
          hint={emailHint && t("accountEmail", { hint: emailHint })}
          value={refused?.email ?? ""}
          error={check.mistake ?? refused?.errors[0]?.message}
        />
        <SendingMessage sending={sending} />
        <button className="button" type="submit" aria-disabled={isSending} aria-busy={isSending}>
          {isSending ? t("sending") : t("sendNow")}
        </button>
      </form>
    </details>
  );
}
