import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { paidTimeEnd } from "~/upstream/contract/catalogue";
import type { AnswerOf } from "~/upstream/contract/endpoint";
import type { profile } from "~/upstream/contract/visitor";

type Member = AnswerOf<typeof profile>;

/** The day on which a member's present plan ends, as text; undefined where there is none. */
export function planEnd(lang: LocaleCode, { vip, subscription }: Member, now: Date): string | undefined {
  const end = subscription?.until === undefined ? undefined : new Date(subscription.until);
  return vip.remain_time > 0 ? formatDay(lang, paidTimeEnd(vip.remain_time, end, now)) : undefined;
}
