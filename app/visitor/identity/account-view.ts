import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import type { AnswerOf } from "~/upstream/contract/endpoint";
import type { profile } from "~/upstream/contract/visitor";

/** The account that is paid for. */
export type AccountView =
  /** `until`: the day their present plan ends. */
  | { kind: "member"; id: string; email: string; until?: string }
  /** The app's link names a user, of whom nothing more is known. */
  | { kind: "appUser"; id: string }
  | { kind: "new" };

/** The account of a purchase: the token's, else the user of the app's link, else a new one. */
export function accountView(
  lang: LocaleCode,
  member: AnswerOf<typeof profile> | undefined,
  linkUser: number | undefined,
  now: Date,
): AccountView {
  if (member === undefined) return linkUser === undefined ? { kind: "new" } : { kind: "appUser", id: `${linkUser}` };
  const remainMs = member.vip.remain_time * 1000;
  const until = remainMs > 0 ? formatDay(lang, new Date(now.getTime() + remainMs)) : undefined;
  return { kind: "member", id: `${member.user_id}`, email: member.email, until };
}
