import type { LinkedPage } from "~/upstream/contract/subscriptions";
import { signedLinkTo } from "../app-link";
import type { Context } from "../context";
import { subscriptionLinkLetter } from "../mail/subscription-letters";
import { writeMail } from "../mail/write";
import type { Tx } from "../store/database";

const HOUR_MS = 3_600_000;
const MOST_AN_HOUR = 3;

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
  const link = signedLinkTo(context, pathIn(language, page), { userId: account.user_id, appId });
  await writeMail(tx, subscriptionLinkLetter(email, { page, link }), now);
}

async function isLinkDue(tx: Tx, email: string, now: number): Promise<boolean> {
  const { sent } = await tx
    .selectFrom("subscription_links")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("email", "=", email)
    .where("at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return sent < MOST_AN_HOUR;
}

/** The site's default language has no part in its addresses. */
const pathIn = (language: string | undefined, page: LinkedPage): string =>
  language !== undefined && language !== "en" && /^[a-z]{2,3}(-[a-z]{2,4})?$/i.test(language)
    ? `/${language}/${page}`
    : `/${page}`;
