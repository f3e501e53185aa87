import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { signedLinkQuery } from "~/upstream/contract/signed-link";
import { subscriptionLink } from "~/upstream/contract/subscriptions";
import { ask, type Target } from "../../tools/contract/client";
import { mailTo } from "./paid";

/** The address that a letter's button leads to. */
export function linkIn(letter: { text: string } | undefined): URL {
  const [, link = ""] = /^(http\S+)$/m.exec(letter?.text ?? "") ?? [];
  return new URL(link);
}

/** The owner whom a signed link names, as the site reads it. */
export function ownerOf({ searchParams }: URL): InvoiceOwner {
  const { uid: user_id, sign_timestamp: signed_time, sign } = signedLinkQuery.parse(Object.fromEntries(searchParams));
  return { user_id, signed_time, sign };
}

/** The link that the owner of an address has mailed to them. */
export async function mailedLink(target: Target, email: string): Promise<URL> {
  await ask(target, subscriptionLink, { body: { email, page: "receipts", recasign: "nojs.attempt.signature" } });
  return linkIn((await mailTo(target, email)).find(({ text }) => text.includes("/receipts?uid=")));
}
