import { isFormKeyOf, newFormKey } from "~/forms/form-key.server";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import type { SubscriptionAction } from "~/upstream/contract/subscriptions";

/** One change of one owner's subscription. */
export interface Change {
  subscriptionId: string;
  action: SubscriptionAction;
}

/** Any of the owner's links may send the form: a key lives as long as the page, a link may have been replaced meanwhile. */
const textOf = ({ user_id }: Pick<InvoiceOwner, "user_id">, { subscriptionId, action }: Change): string =>
  `${user_id} ${subscriptionId} ${action}`;

/** The idempotency key of a form that makes a change. */
export const newChangeKey = (owner: Pick<InvoiceOwner, "user_id">, change: Change): string =>
  newFormKey("change", textOf(owner, change));

/** Whether a key was made for this change of this owner's. */
export const isChangeKeyOf = (owner: InvoiceOwner, change: Change, key: string): boolean =>
  isFormKeyOf("change", textOf(owner, change), key);
