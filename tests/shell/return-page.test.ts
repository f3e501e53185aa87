import fc from "fast-check";
import { expect, it } from "vitest";
import { pathOfReturnPage, returnPageAt, returnPageIn } from "~/shell/return-page";
import { runs } from "../setup/effort";

it.each([
  ["/payment/year", "?country=GB", "/de/payment/year"],
  ["/de/payment", "", "/de/payment"],
  ["/paystatus", "?o=tok.en", "/de/paystatus?o=tok.en"],
  ["/paysuc", "?o=tok.en", "/de/paysuc?o=tok.en"],
  ["/redirect", "?o=tok.en", "/de/paystatus?o=tok.en"],
  ["/receipts", "?k=key", "/de/receipts?k=key"],
  ["/cancel", "?k=key&done=sealed", "/de/cancel?k=key"],
  ["/withdraw", "?k=key&s=sub_1", "/de/withdraw?k=key"],
  ["/renewal", "", "/de/renewal"],
  ["/pricing", "?utm_source=x", "/de/pricing"],
  ["/account", "", "/de/account"],
  ["/paystatus", "", "/de"],
  ["/nowhere", "", "/de"],
  ["/", "", "/de"],
])("whoever sends a form from %s%s comes back to %s", (pathname, search, path) => {
  expect(pathOfReturnPage("de", returnPageAt(pathname, search))).toBe(path);
});

const anyText = fc.oneof(
  fc.constantFrom(
    "payment",
    "paystatus",
    "redirect",
    "home",
    "//evil.example",
    "\\\\evil",
    "a\r\nb",
    "..",
    "__proto__",
    "javascript:",
  ),
  fc.string({ maxLength: 8 }),
);

it("whatever a form says, it leads to a page of ours", () => {
  const fields = fc.record({ page: anyText, plan: anyText, o: anyText, k: anyText }, { requiredKeys: [] });
  fc.assert(
    fc.property(fields, (given) => {
      const place = returnPageIn(given);
      if (place === undefined) return;
      const path = pathOfReturnPage("en", place);
      expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      expect(new URL(path, "https://pay.example.com").pathname).toMatch(
        /^\/((payment(\/[\w-]+)?)|paystatus|paysuc|receipts|pricing|account|cancel|withdraw|renewal)?$/,
      );
    }),
    { numRuns: runs(10_000) },
  );
});
