import { useEffect } from "react";
import type { UserInfo } from "./user-info.server";

const KEY = "userinfo";

/** The stored object; empty where storage is refused or holds something else. */
function kept(): object {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

function keep(info: object): void {
  try {
    if (Object.keys(info).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(info));
  } catch {
    // The browser refuses storage: nothing is kept.
  }
}

/** Whether the visitor has paid is kept, whoever signs in. */
const paidBefore = (): object => {
  const info = kept();
  return "paysuc" in info ? { paysuc: info.paysuc } : {};
};

/** Stores the account's data in the browser; null: not signed in, undefined: unknown, so nothing changes. */
export function useUserInfo(info: UserInfo | null | undefined): void {
  useEffect(() => {
    if (info === undefined) return;
    keep(info === null ? paidBefore() : { paysuc: false, ...paidBefore(), ...info });
  }, [info]);
}

/** Notes in the browser that its visitor has paid. */
export function usePaid(): void {
  useEffect(() => keep({ ...kept(), paysuc: true }), []);
}
