import type { Auth } from "./auth.server";

/** What browsers store of the account under `userinfo`. Never the token. */
export interface UserInfo {
  /** The account's e-mail address. */
  name: string;
  avatar: string;
  password_set: number;
  /** The account has no password yet. */
  setPassword: boolean;
  user_id: number;
  vip: { remain_time: number };
}

/** Null: not signed in. Undefined: the payments API could not say, so the stored data stays. */
export function userInfoFor(auth: Auth): UserInfo | null | undefined {
  if (auth.kind !== "member") return auth.kind === "anonymous" || auth.kind === "over" ? null : undefined;
  // Without `is_password_set` the account has a password.
  const { user_id, email, is_password_set: password_set = 1, vip } = auth.profile;
  return { name: email, avatar: "", password_set, setPassword: password_set === 0, user_id, vip };
}
