import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { OwnFields } from "~/forms/own-fields";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import type { ChangeFormView } from "~/subscriptions/subscription-card.server";

interface Props {
  form: ChangeFormView;
  receiptKey: string | undefined;
  isQuiet?: boolean;
  /** The button's text. */
  children: ReactNode;
}

/** One button that changes a subscription. The form carries its idempotency key, so sending it twice is one change. */
export function ChangeForm({ form, receiptKey, isQuiet, children }: Props) {
  const { t } = useTranslation("subscription");
  const { own, lang } = useFrame();
  const { sending, onSubmit } = useSingleSubmit();
  const isSending = sending === "waiting";
  const { action, subscriptionId, attempt, orderId } = form;
  const page = action === "withdraw" ? "withdraw" : "cancel";
  return (
    <form className="change" method="post" action={paths[page](lang, { key: receiptKey })} onSubmit={onSubmit}>
      <input type="hidden" name="intent" value={action} />
      <input type="hidden" name="subscription_id" value={subscriptionId} />
      {orderId !== undefined && <input type="hidden" name="order_id" value={orderId} />}
      <input type="hidden" name="attempt" value={attempt} />
      <OwnFields own={own} />
      <SendingMessage sending={sending} />
      <button
        className={isQuiet ? "button-quiet" : "button"}
        type="submit"
        aria-disabled={isSending}
        aria-busy={isSending}
      >
        {isSending ? t("sending") : children}
      </button>
    </form>
  );
}
