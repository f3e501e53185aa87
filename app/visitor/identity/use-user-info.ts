import { useEffect } from "react";
import { store, storedJson } from "~/visitor/browser/stored";
import type { UserInfo } from "./user-info.server";

const KEY = "userinfo";

/** The stored object; empty where storage is refused or holds something else. */
function kept(): object {
  const found = storedJson(KEY);
  return typeof found === "object" && found !== null ? found : {};
}

function keep(info: object): void {
  store("localStorage", KEY, Object.keys(info).length === 0 ? null : JSON.stringify(info));
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
