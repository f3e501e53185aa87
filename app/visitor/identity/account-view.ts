import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { lastPaidDay, lastWholeDay, type Whereabouts } from "~/upstream/contract/deadlines";
import type { AnswerOf } from "~/upstream/contract/endpoint";
import type { profile } from "~/upstream/contract/visitor";

type Member = AnswerOf<typeof profile>;

/** The last day of a member's present plan, as text; undefined where there is none. */
export function planEnd(
  lang: LocaleCode,
  { vip, subscription }: Member,
  { now, place }: { now: Date; place: Whereabouts },
): string | undefined {
  if (vip.remain_time <= 0) return undefined;
  const end = subscription?.until === undefined ? undefined : lastWholeDay(Date.parse(subscription.until), place);
  return formatDay(lang, lastPaidDay(vip.remain_time, end, { now: now.getTime(), place }));
}
