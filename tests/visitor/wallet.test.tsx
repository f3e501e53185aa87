import { afterEach, expect, it, vi } from "vitest";
import { rememberWallet } from "~/visitor/browser/wallet";

afterEach(() => vi.unstubAllGlobals());

/** What a browser with these interfaces remembers. */
function remembered(interfaces: Readonly<Record<string, unknown>>): unknown[] {
  vi.unstubAllGlobals();
  const set = vi.fn(() => Promise.resolve());
  vi.stubGlobal("cookieStore", { set });
  for (const [name, value] of Object.entries(interfaces)) vi.stubGlobal(name, value);
  rememberWallet();
  return set.mock.calls.flat();
}

const wallet = (value: string) => [{ name: "wallet", value, sameSite: "lax" }];
const browserOf = (...names: string[]) => ({ userAgentData: { brands: names.map((brand) => ({ brand })) } });

it("Apple Pay is there where the device can pay", () => {
  expect(remembered({ ApplePaySession: { canMakePayments: () => true } })).toEqual(wallet("1"));
  expect(remembered({ ApplePaySession: { canMakePayments: () => false } })).toEqual(wallet("0"));
});

it("Google Pay is there in Chrome, unless an app's browser may not ask for payments", () => {
  const chrome = browserOf("Not A Brand", "Google Chrome");
  expect(remembered({ navigator: chrome, PaymentRequest: class {} })).toEqual(wallet("1"));
  expect(remembered({ navigator: chrome })).toEqual(wallet("0"));
  expect(remembered({ navigator: browserOf("Chromium"), PaymentRequest: class {} })).toEqual(wallet("0"));
});

it("a browser that has no cookie store, or closes it, goes without", async () => {
  vi.stubGlobal("cookieStore", undefined);
  rememberWallet();
  vi.stubGlobal("cookieStore", { set: () => Promise.reject(new Error("not here")) });
  rememberWallet();
});
