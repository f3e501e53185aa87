import { randomBytes, randomInt } from "node:crypto";
import { bulkhead, isBulkheadRejectedError } from "cockatiel";
import { LRUCache } from "lru-cache";
import { log } from "~/log.server";
import { loadMemberCatalogue } from "~/offers/load-offers.server";
import { digestOf } from "~/sealing.server";
import { loadProfile, memberKey, type Profile, takeProfile } from "~/upstream/account.server";
import type { MemberAnswers } from "~/upstream/answer-cache.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { whereabouts } from "~/upstream/contract/deadlines";
import { sentCookie } from "~/visitor/browser/cookies.server";
import { paidUntil } from "~/visitor/identity/account-view";
import { sealFor } from "~/visitor/sealed-cookies.server";
import type { Visitor } from "~/visitor/visitor.server";

/** What a page shows of a member: whoever has the same gets the same page, with their own address and number in it. */
export interface MemberChoices {
  hasEmail: boolean;
  isPasswordSet: number | undefined;
  subscription: Profile["subscription"];
  /** The last day of the present plan; undefined: none runs. */
  paidUntil: string | undefined;
  /** The digest of the plans and prices that the payments API has told them. */
  catalogue: string;
}

export interface Member {
  choices: MemberChoices;
  /** What is theirs alone, by the names of the page's gaps. */
  values: Readonly<Record<MemberGap, string>>;
  /** What a page for the same choices is rendered from: with marks in place of what is theirs. */
  answers: MemberAnswers;
}

type MemberGap = "email" | "userId" | "remainTime";

/** Nobody's address, number and fraction of a second: where they stand in a page, somebody's own are filled in. */
const MARKS = {
  email: `${randomBytes(12).toString("hex")}@member.invalid`,
  userId: randomInt(2 ** 47, 2 ** 48 - 1),
  fraction: randomInt(2 ** 19, 2 ** 20) / 2 ** 20,
};
const TOKEN = randomBytes(24).toString("hex");

/** The marks in a page that was rendered from a member's answers. */
export const marksIn = ({ profile: { vip } }: MemberAnswers): Readonly<Partial<Record<MemberGap, string>>> => ({
  email: MARKS.email,
  userId: String(MARKS.userId),
  ...(vip.remain_time > 0 && { remainTime: String(vip.remain_time) }),
});

type Catalogue = Awaited<ReturnType<typeof loadMemberCatalogue>> & { digest: string };

/** What members were told lately of what is on sale, by account and by what else decides it. */
const catalogues = new LRUCache<string, Promise<Catalogue>>({
  max: 2_000,
  ttl: 15_000,
  ttlResolution: 0,
  perf: { now: () => Date.now() },
});

/** For tests. */
export const forgetMembers = (): void => catalogues.clear();

/** So many are asked about at once; the others wait in turn. Whoever finds the queue full waits for a page's turn. */
const inTurn = bulkhead(16, 2_000);

/** The member who makes a request with an app's link; undefined where their page is not one that is cached. */
export async function memberOf(visitor: Visitor, chosen: string | undefined): Promise<Member | undefined> {
  if (visitor.bearerFrom !== "link") return undefined;
  try {
    return await inTurn.execute(() => findMember(visitor, chosen));
  } catch (error) {
    if (!(error instanceof UpstreamError || isBulkheadRejectedError(error))) throw error;
    log.info({ requestId: visitor.requestId, reason: error.message }, "a member's page is not a cached one");
    return undefined;
  }
}

/** Of these an address may consist in a page without being written otherwise there. */
const PLAIN = /^[\w.+@-]*$/;

async function findMember(visitor: Visitor, chosen: string | undefined): Promise<Member | undefined> {
  const [profile, catalogue] = await Promise.all([
    takeProfile(visitor.caller) ?? loadProfile(visitor.caller),
    catalogueFor(visitor, chosen),
  ]);
  return PLAIN.test(profile.email) ? memberWith(profile, catalogue) : undefined;
}

function catalogueFor(visitor: Visitor, chosen: string | undefined): Promise<Catalogue> {
  const { caller, channel } = visitor;
  const key = JSON.stringify([memberKey(caller), caller.visitorIp, channel, chosen]);
  const found = catalogues.get(key);
  if (found !== undefined) return found;
  const loading = loadMemberCatalogue(visitor, chosen).then((answers) => ({
    ...answers,
    digest: digestOf(JSON.stringify([answers.plans, [...answers.prices], answers.country])),
  }));
  loading.catch(() => catalogues.delete(key));
  catalogues.set(key, loading);
  return loading;
}

function memberWith(profile: Profile, { plans, prices, country, digest }: Catalogue): Member {
  const { user_id, email, is_password_set: isPasswordSet, vip, subscription } = profile;
  const hasPlan = vip.remain_time > 0;
  return {
    choices: {
      hasEmail: email !== "",
      isPasswordSet,
      subscription: subscription && { ...subscription, until: undefined },
      paidUntil: paidUntil(profile, { now: new Date(), place: whereabouts(country) }),
      catalogue: digest,
    },
    values: { email, userId: String(user_id), remainTime: String(vip.remain_time) },
    answers: {
      plans,
      prices,
      profile: {
        ...profile,
        user_id: MARKS.userId,
        email: email && MARKS.email,
        vip: hasPlan ? { remain_time: Math.floor(vip.remain_time) + MARKS.fraction } : vip,
      },
    },
  };
}

/** The cookies of nobody's member, with which a page is rendered that has marks in place of what is theirs. */
export async function markedCookies(appType: number): Promise<string[]> {
  const link = { user_id: MARKS.userId, app_type: appType, signed_time: "", token: TOKEN, sign: "" };
  return [sentCookie("session", await sealFor("session", link)), sentCookie("paypal_token", TOKEN)];
}
