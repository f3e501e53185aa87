import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import type { AnswerOf } from "~/upstream/contract/endpoint";
import { paidTimeEnd } from "~/upstream/contract/values/period-end";
import type { profile } from "~/upstream/contract/visitor";

type Member = AnswerOf<typeof profile>;

/** The account that is paid for. */
export type AccountView =
  | { kind: "member"; id: string; email: string }
  /** The app's link names a user, of whom nothing more is known. */
  | { kind: "appUser"; id: string }
  | { kind: "new" };

/** The account of a purchase: the token's, else the user of the app's link, else a new one. */
export function accountView(member: Member | undefined, linkUser: number | undefined): AccountView {
  if (member === undefined) return linkUser === undefined ? { kind: "new" } : { kind: "appUser", id: `${linkUser}` };
  return { kind: "member", id: `${member.user_id}`, email: member.email };
}

/** The day on which a member's present plan ends, as text; undefined where there is none. */
export function planEnd(lang: LocaleCode, { vip, subscription }: Member, now: Date): string | undefined {
  const told = subscription?.until === undefined ? undefined : new Date(subscription.until);
  return vip.remain_time > 0 ? formatDay(lang, paidTimeEnd(vip.remain_time, told, now)) : undefined;
}
