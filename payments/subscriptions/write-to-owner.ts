import { millisecondsInDay } from "date-fns/constants";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import type { LinkedPage } from "~/upstream/contract/subscriptions";
import type { Letter } from "../../mails/letter";
import { accountFor } from "../accounts";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { signedLinkTo } from "../links/app-link";
import { contractLink } from "../links/contract-links";
import { languageOf, mailOf, pathIn } from "../mail/letters";
import type { About } from "../mail/subscription-letters";
import { writeMail } from "../mail/write";
import { buyerPlace } from "../orders/buyer-place";
import type { Tx } from "../store/database";
import type { SubscriptionRow } from "./tables";

/** The page that a letter's button leads to. `opens`: this contract until it ends, or for life, or all that its owner has, for a day. */
interface ButtonTo {
  page: LinkedPage;
  opens: "contract" | "contractForLife" | "account";
}

/** Writes to the owner of a subscription in the language of its order. */
export async function writeToOwner(
  context: Context,
  tx: Tx,
  row: SubscriptionRow,
  { page, opens }: ButtonTo,
  letter: (about: About) => Letter,
): Promise<void> {
  const now = context.now();
  const order = await tx
    .selectFrom("orders")
    .select(["language", "country_code", "time_zone"])
    .where("id", "=", row.order_id)
    .executeTakeFirstOrThrow();
  const lang = languageOf(order.language);
  const path = pathIn(lang, page);
  const linkUntil = { contract: lastOf(row, now), contractForLife: null, account: undefined }[opens];
  const link =
    linkUntil === undefined
      ? await accountLink(context, tx, row, path)
      : await contractLink(
          tx,
          { orderId: row.order_id, page: new URL(path, context.siteOrigin).href, goodUntil: linkUntil },
          now,
        );
  const about = { lang, row, link, linkUntil, place: buyerPlace(order), now };
  await writeMail(await saleIn(context, tx), mailOf(lang, row.email, letter(about), row.order_id));
}

async function accountLink(context: Context, tx: Tx, { email }: SubscriptionRow, path: string): Promise<string> {
  const { user_id: userId } = await accountFor(tx, { email, now: context.now() });
  return signedLinkTo(context, path, { userId, appId: DEFAULT_APP_ID });
}

const AFTER_THE_END_MS = 30 * millisecondsInDay;

/** A link is good until the paid time ends; where that is over, because a payment failed, for a month. */
const lastOf = ({ ends_at }: SubscriptionRow, now: number): number =>
  ends_at > now ? ends_at : now + AFTER_THE_END_MS;
