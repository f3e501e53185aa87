import { useEffect } from "react";
import { store, storedJson, unstore } from "~/visitor/browser/storage";
import type { UserInfo } from "./user-info.server";

/** The stored object; empty where storage is refused or holds something else. */
function storedInfo(): object {
  const found = storedJson("userinfo");
  return typeof found === "object" && found !== null ? found : {};
}

function storeInfo(info: object): void {
  if (Object.keys(info).length === 0) unstore("userinfo");
  else store("userinfo", JSON.stringify(info));
}

/** Whether the visitor has paid stays, whoever signs in. */
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
