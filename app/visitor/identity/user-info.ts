import { useEffect } from "react";
import { store, storedJson, unstore } from "~/visitor/browser/storage";
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

/** The stored object; empty where storage is refused or holds something else. */
function storedInfo(): object {
  const found = storedJson("userinfo");
  return typeof found === "object" && found !== null ? found : {};
}

function storeInfo(info: object): void {
  if (Object.keys(info).length === 0) unstore("userinfo");
  else store("userinfo", JSON.stringify(info));
}

/** Whether the visitor has paid stays stored, whoever signs in. */
const paidBefore = (): object => {
  const info = storedInfo();
  return "paysuc" in info ? { paysuc: info.paysuc } : {};
};

/** Stores the account's data in the browser; null: not signed in, undefined: unknown, so nothing changes. */
export function useUserInfo(info: UserInfo | null | undefined): void {
  useEffect(() => {
    if (info === undefined) return;
    storeInfo(info === null ? paidBefore() : { paysuc: false, ...paidBefore(), ...info });
  }, [info]);
}

/** Stores in the browser that its visitor has paid. */
export function usePaid(): void {
  useEffect(() => storeInfo({ ...storedInfo(), paysuc: true }), []);
}
