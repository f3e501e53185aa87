import { expect, it } from "vitest";
import { splitPath } from "~/i18n/locales";
import { namespacesOf, PAGES, pageOf } from "~/i18n/pages";
import { filesOf } from "./locale-files";

it.each([
  ["/", "home"],
  ["/de", "home"],
  ["/de/", "home"],
  ["/payment", "payment"],
  ["/payment/year", "payment"],
  ["/zh-hant/payment/year", "payment"],
  ["/paystatus", "paystatus"],
  ["/ar/paysuc", "paysuc"],
])("%s is the page %s", (path, page) => {
  expect(pageOf(path)).toBe(page);
});

it.each(["/404", "/xx/payment", "/de/xx", "/constructor", "/payments"])("%s is no page of its own", (path) => {
  expect(pageOf(path)).toBeUndefined();
});

it("a path splits into its language and the rest", () => {
  expect(splitPath("/de/payment/year")).toEqual({ lang: "de", rest: "/payment/year" });
  expect(splitPath("/de")).toEqual({ lang: "de", rest: "/" });
  expect(splitPath("/payment/de")).toEqual({ lang: undefined, rest: "/payment/de" });
});

it.each([undefined, ...PAGES])("page %s carries the shared messages, and only bundles there are", (page) => {
  const namespaces = namespacesOf(page);
  expect(namespaces).toEqual(expect.arrayContaining(["global", "nav", "footer"]));
  expect(filesOf("en")).toEqual(expect.arrayContaining(namespaces.map((namespace) => `${namespace}.json`)));
});
