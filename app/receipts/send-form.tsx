import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { inTurn, useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { EmailField } from "~/forms/email-field";
import { OwnFields } from "~/forms/own-fields";
import { useEmailCheck } from "~/forms/use-email-check";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import type { ListedReceipt } from "./receipts-view.server";
import type { RefusedForm } from "./send-receipt.server";

interface Props {
  receipt: ListedReceipt;
  receiptKey: string | undefined;
  /** Said beside the field where it holds no e-mail address. */
  emailInvalid: string;
  /** Set where this receipt could not be sent: the form stays open with what was entered. */
  refused: RefusedForm | undefined;
}

/** Sends one receipt by e-mail. The form unfolds in place, also without scripts. */
export function SendForm({ receipt, receiptKey, emailInvalid, refused }: Props) {
  const { id: invoiceId, owner, emailHint } = receipt;
  const { t } = useTranslation("receipts");
  const lang = useLang();
  const { own } = useFrame();
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
        <OwnFields own={own} />
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
