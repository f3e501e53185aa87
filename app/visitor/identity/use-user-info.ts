import { useEffect } from "react";
import type { UserInfo } from "./user-info.server";

const KEY = "userinfo";

/** What is kept; nothing where the browser keeps nothing, or what it keeps is no object. */
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
    // A browser that keeps nothing goes without.
  }
}

/** That the visitor has paid stays, whoever they are. */
const paidBefore = (): object => {
  const info = kept();
  return "paysuc" in info ? { paysuc: info.paysuc } : {};
};

/** Keeps what is known of the account in the browser; null: nobody is signed in, undefined: nobody can tell. */
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
