import { isFormKeyOf, newFormKey } from "~/forms/form-key.server";
import { ownerName, type ReceiptOwner } from "~/receipts/receipt-owner.server";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { SubscriptionAction } from "~/upstream/contract/subscriptions";

/** One change of one owner's subscription. */
export interface Change {
  subscriptionId: string;
  action: SubscriptionAction;
}

/** Whose subscription it is, and what let them in. */
interface ChangeOwner extends Pick<ReceiptOwner, "by"> {
  owner: InvoiceOwner;
}

/** Any of a user's links may send the form: a key lives as long as the page, a link may have been replaced meanwhile. */
const textOf = ({ owner, by }: ChangeOwner, { subscriptionId, action }: Change): string =>
  `${by === "link" ? owner.user_id : ownerName(owner)} ${subscriptionId} ${action}`;

/** The idempotency key of a form that makes a change. */
export const newChangeKey = (owner: ChangeOwner, change: Change): string => newFormKey("change", textOf(owner, change));

/** Whether a key was made for this change of this owner's. */
export const isChangeKeyOf = (owner: ChangeOwner, change: Change, key: string): boolean =>
  isFormKeyOf("change", textOf(owner, change), key);
