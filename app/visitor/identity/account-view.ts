import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { lastPaidDay, lastWholeDay, type Whereabouts } from "~/upstream/contract/deadlines";
import type { AnswerOf } from "~/upstream/contract/endpoint";
import type { profile } from "~/upstream/contract/visitor";

type Member = AnswerOf<typeof profile>;

interface HereAndNow {
  now: Date;
  place: Whereabouts;
}

/** The last day of a member's present plan; undefined where there is none. */
export function paidUntil({ vip, subscription }: Member, { now, place }: HereAndNow): string | undefined {
  if (vip.remain_time <= 0) return undefined;
  const end = subscription?.until === undefined ? undefined : lastWholeDay(Date.parse(subscription.until), place);
  return lastPaidDay(vip.remain_time, end, { now: now.getTime(), place });
}

/** The same as text. */
export function planEnd(lang: LocaleCode, member: Member, at: HereAndNow): string | undefined {
  const day = paidUntil(member, at);
  return day === undefined ? undefined : formatDay(lang, day);
}
