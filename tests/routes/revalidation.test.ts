import { expect, it } from "vitest";
import { shouldRevalidate } from "~/root";

const isAskedAgain = (from: string, to: string): boolean =>
  shouldRevalidate({
    currentUrl: new URL(from, "http://localhost:3000"),
    nextUrl: new URL(to, "http://localhost:3000"),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: false,
  });

it.each([
  ["/payment", "/de/payment"],
  ["/de/payment", "/payment"],
  ["/de", "/ar"],
])("from %s to %s the messages are those of another language", (from, to) => {
  expect(isAskedAgain(from, to)).toBe(true);
});

it("another page has other messages", () => {
  expect(isAskedAgain("/", "/pricing")).toBe(true);
});

it.each([
  ["/payment/year", "/payment/month"],
  ["/de/payment", "/de/payment?country=GB"],
])("from %s to %s nothing about the frame changes", (from, to) => {
  expect(isAskedAgain(from, to)).toBe(false);
});
