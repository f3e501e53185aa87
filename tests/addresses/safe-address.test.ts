import fc from "fast-check";
import { expect, it } from "vitest";
import type { LocaleCode } from "~/i18n/locales";
import { addingParams, explicitLanguage, inLanguage, paths, safeAddress } from "~/paths";
import { runs } from "../setup/effort";
import { anyAddress, ELSEWHERE, FORBIDDEN, OWN } from "./hostile-addresses";

/** Where the site may be; on the server the address alone must be enough to know that it stays there. */
const PAGES = ["https://shop.example/de/payment?x=1", "http://localhost:3000/"];

const isTaken = (address: string, mayLeave = false): boolean => {
  try {
    return safeAddress(address, { mayLeave }) === address;
  } catch {
    return false;
  }
};

it.each(FORBIDDEN)("%j throws, with permission to leave or without", (address) => {
  expect([isTaken(address), isTaken(address, true)]).toEqual([false, false]);
});

it.each(ELSEWHERE)("%j throws without permission to leave", (address) => {
  expect([isTaken(address), isTaken(address, true)]).toEqual([false, true]);
});

it.each(OWN)("%j is an address of the site", (address) => {
  expect([isTaken(address), isTaken(address, true)]).toEqual([true, true]);
});

it("plain http is left for on this machine only, where the sandbox is", () => {
  expect(isTaken("http://127.0.0.1:3001/so/ord_1", true)).toBe(true);
  expect(isTaken("http://127.0.0.1:3001/so/ord_1")).toBe(false);
  expect(isTaken("http://127.0.0.1.pay.example/", true)).toBe(false);
});

/** Whether an address leads from every page of the site to the site, and its path does as well. */
const staysOnSite = (address: string): boolean =>
  PAGES.every((page) => {
    const { origin } = new URL(page);
    const url = new URL(address, page);
    return url.origin === origin && new URL(url.pathname, page).origin === origin;
  });

it("nothing that a browser resolves outside the site is taken", () => {
  fc.assert(
    fc.property(anyAddress, (address) => !isTaken(address) || staysOnSite(address)),
    { numRuns: runs(100_000) },
  );
});

it("with permission nothing is taken but the site, https, and http on this machine", () => {
  const isFit = (address: string): boolean => {
    const { protocol, hostname, username, password } = new URL(address, "https://shop.example");
    const isHttps =
      protocol === "https:" || /^http:(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(protocol + hostname);
    return isHttps && username + password === "";
  };
  fc.assert(
    fc.property(anyAddress, (address) => !isTaken(address, true) || isFit(address)),
    { numRuns: runs(100_000) },
  );
});

it("no helper builds an address that leads off the site, whatever it is given", () => {
  const built = (make: () => string): boolean => {
    try {
      return staysOnSite(make());
    } catch (error) {
      return error instanceof Error && error.message === "not an address to navigate to";
    }
  };
  const lang = fc.constantFrom<LocaleCode>("en", "de", "zh-hans");
  fc.assert(
    fc.property(lang, anyAddress, anyAddress, (code, text, other) => {
      const helpers = [
        () => inLanguage(code, text),
        () => explicitLanguage(code, text, other),
        () => addingParams(text, { o: other }),
        () => paths.payment(code, text, { order: other }),
        () => paths.paysuc(code, text, other),
        () => paths.receipt(code, text, { key: other, done: other }),
        () => paths.resume(text),
        () => paths.build(text),
      ];
      return helpers.every(built);
    }),
    { numRuns: runs(20_000) },
  );
});

it.each([
  () => inLanguage("en", "//pay.example"),
  () => inLanguage("en", "/\\pay.example"),
  () => addingParams("//pay.example", { o: "token" }),
  () => addingParams("https://pay.example/", {}),
])("a helper that is given another host throws (%#)", (make) => {
  expect(make).toThrow("not an address to navigate to");
});
