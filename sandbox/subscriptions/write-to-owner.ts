import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import type { LinkedPage } from "~/upstream/contract/subscriptions";
import type { Letter } from "../../mails/letter";
import { accountFor } from "../accounts";
import { signedLinkTo } from "../app-link";
import type { Context } from "../context";
import { languageOf, mailOf, pathIn } from "../mail/letters";
import type { About } from "../mail/subscription-letters";
import { writeMail } from "../mail/write";
import { buyerPlace } from "../orders/buyer-place";
import type { Tx } from "../store/database";
import type { SubscriptionRow } from "../store/subscription-tables";

/** Writes to the owner of a subscription in the language of its order, with a signed link to a page of the site. */
export async function writeToOwner(
  context: Context,
  tx: Tx,
  row: SubscriptionRow,
  page: LinkedPage,
  letter: (about: About) => Letter,
): Promise<void> {
  const now = context.now();
  const order = await tx
    .selectFrom("orders")
    .select(["language", "country_code", "time_zone"])
    .where("id", "=", row.order_id)
    .executeTakeFirstOrThrow();
  const lang = languageOf(order.language);
  const { user_id: userId } = await accountFor(tx, { email: row.email, now });
  const link = signedLinkTo(context, pathIn(lang, page), { userId, appId: DEFAULT_APP_ID });
  await writeMail(tx, mailOf(lang, row.email, letter({ lang, row, link, place: buyerPlace(order), now })), now);
}
