import type { Auth } from "./auth.server";

/** What browsers keep of the account under `userinfo`. The token is not in it. */
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

/** Null: nobody is signed in. Undefined: the payments API could not say, so what is kept stays. */
export function userInfoFor(auth: Auth): UserInfo | null | undefined {
  if (auth.kind !== "member") return auth.kind === "anonymous" || auth.kind === "over" ? null : undefined;
  // An account without a word about its password has one.
  const { user_id, email, is_password_set: password_set = 1, vip } = auth.profile;
  return { name: email, avatar: "", password_set, setPassword: password_set === 0, user_id, vip };
}
