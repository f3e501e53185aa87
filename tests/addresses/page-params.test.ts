import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { explicitLanguage, PAGE_PARAMS } from "~/paths";

const APP = new URL("../../app/", import.meta.url);
const sources = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

/** Of addresses that are no pages, or read by scripts alone. */
const OF_NO_PAGE = { asks: "/events", page: "/events", back: "/return", v: "/locales", from: "scripts" };

it("every parameter that the code reads is known to be one of a page's, so that no cached page stands in for it", () => {
  const read = sources.flatMap((name) =>
    [...readFileSync(new URL(name, APP), "utf8").matchAll(/[pP]arams\??\.(?:get|has)\("(\w+)"\)/g)].map(
      ([, param = ""]) => param,
    ),
  );
  expect(read.length).toBeGreaterThan(15);
  expect(read.filter((param) => !PAGE_PARAMS.includes(param) && !Object.hasOwn(OF_NO_PAGE, param))).toEqual([]);
});

it("another language's link keeps what the page knows, and nothing else", () => {
  expect(explicitLanguage("de", "/payment/year", "?utm_source=news&country=GB&gclid=x&coupon=A%20B")).toBe(
    "/de/payment/year?country=GB&coupon=A+B",
  );
  expect(explicitLanguage("de", "/payment", "?utm_source=news")).toBe("/de/payment");
});
