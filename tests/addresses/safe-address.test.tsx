import fc from "fast-check";
import { expect, it } from "vitest";
import { loadDocument } from "~/enhance/load-document";
import { safeAddress } from "~/paths";
import { runs } from "../setup/effort";
import { anyAddress, ELSEWHERE, FORBIDDEN, OWN } from "./hostile-addresses";

const isTaken = (address: string): boolean => {
  try {
    return safeAddress(address) === address;
  } catch {
    return false;
  }
};

/** Where a link of the page with this address would lead. */
function linkTo(address: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.setAttribute("href", address);
  return link;
}

it("in a page nothing is taken that a link there would leave the site by", () => {
  const { origin } = window.location;
  fc.assert(
    fc.property(anyAddress, (address) => {
      const { origin: to, protocol, username, password } = linkTo(address);
      return !isTaken(address) || (to === origin && protocol === "http:" && username + password === "");
    }),
    { numRuns: runs(40_000) },
  );
});

it("an absolute address of the site is taken in its pages, unless it is a blob's or has credentials", () => {
  const { origin, host } = window.location;
  expect(isTaken(`${origin}/return/pd?o=token`)).toBe(true);
  expect(isTaken(`//${host}/payment`)).toBe(true);
  expect(isTaken(`blob:${origin}/7f9e`)).toBe(false);
  expect(isTaken(`http://user@${host}/payment`)).toBe(false);
  expect(isTaken(`${origin}//pay.example`)).toBe(false);
  expect(isTaken(`https://${host}/payment`)).toBe(false);
});

it.each(OWN)("%j is taken in a page as on the server", (address) => {
  expect(isTaken(address)).toBe(true);
});

it.each([...FORBIDDEN, ...ELSEWHERE])("no document is loaded from %j", (address) => {
  expect(() => loadDocument(address)).toThrow("not an address to navigate to");
  expect(() => loadDocument(address, { isReplacing: true })).toThrow("not an address to navigate to");
});

it("a document is loaded from an address of the site, in place of the page where that is asked for", () => {
  const before = window.history.length;
  loadDocument("#one");
  expect([window.location.hash, window.history.length]).toEqual(["#one", before + 1]);
  loadDocument("#two", { isReplacing: true });
  expect([window.location.hash, window.history.length]).toEqual(["#two", before + 1]);
});
