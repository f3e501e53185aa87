import { millisecondsInHour } from "date-fns/constants";
import type { LinkedPage } from "~/upstream/contract/subscriptions";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { signedLinkTo } from "../links/app-link";
import { languageOf, mailOf, pathIn } from "../mail/letters";
import { writeMail } from "../mail/write";
import type { Tx } from "../store/database";

const MOST_LINKS = 3;

interface WantedLink {
  email: string;
  page: LinkedPage;
  /** One of the site's codes. */
  language: string | undefined;
  appId: number;
}

/** Mails a signed link to a page, where the address has an account, and no more than three an hour. */
export async function mailLink(context: Context, tx: Tx, { page, language, appId, ...wanted }: WantedLink) {
  const now = context.now();
  const email = wanted.email.toLowerCase();
  const account = await tx.selectFrom("accounts").select("user_id").where("email", "=", email).executeTakeFirst();
  if (!account || !(await isLinkDue(tx, email, now))) return;
  await tx.insertInto("subscription_links").values({ email, at: now }).execute();
  const lang = languageOf(language);
  const link = signedLinkTo(context, pathIn(lang, page), { userId: account.user_id, appId });
  const kind = page === "receipts" ? "receiptsLink" : "subscriptionLink";
  await writeMail(await saleIn(context, tx), mailOf(lang, email, { kind, link, values: {} }));
}

async function isLinkDue(tx: Tx, email: string, now: number): Promise<boolean> {
  const { sent } = await tx
    .selectFrom("subscription_links")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("email", "=", email)
    .where("at", ">", now - millisecondsInHour)
    .executeTakeFirstOrThrow();
  return sent < MOST_LINKS;
}
