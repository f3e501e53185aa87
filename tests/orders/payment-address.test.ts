import fc from "fast-check";
import { expect, it } from "vitest";
import { paymentAddress } from "~/orders/hand-off/hand-off.server";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { runs } from "../setup/effort";

const addressOf = (text: string) => paymentAddress(text, "req-1");

it.each(["https://pay.test/so/ord_1?x=1#y", "https://pay.test:443/", "https://PAY.test/so"])(
  "%s is followed",
  (text) => {
    expect(addressOf(text)).toBe(new URL(text).href);
  },
);

const HOSTILE = [
  "//evil.test/",
  "//pay.test/",
  "/\\evil.test",
  "\\\\evil.test",
  "/so/ord_1",
  "so/ord_1",
  "",
  "   ",
  "http://pay.test/",
  "http://localhost:4000/",
  "https:evil.test",
  "https:///evil.test",
  "https://evil.test/",
  "https://evil.test/pay.test",
  "https://evil.test\\@pay.test/",
  "https://pay.test@evil.test/",
  "https://user@pay.test/",
  "https://user:word@pay.test/",
  "https://:word@pay.test/",
  "https://pay.test:8443/",
  "https://pay.test:80/",
  "https://pay.test./",
  "https://pay.test.evil.test/",
  "https://evilpay.test/",
  "https://sub.pay.test/",
  "https://pay.test%2eevil.test/",
  "https://pay.test%00.evil.test/",
  "https://p\u0430y.test/",
  "https://xn--py-7kc.test/",
  "https://pay\u3002evil.test/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "javascript:alert(1)//pay.test",
  "javascript://pay.test/%0aalert(1)",
  "data:text/html,https://pay.test/",
  "blob:https://pay.test/1",
  "file://pay.test/etc/passwd",
  "ftp://pay.test/",
  "ws://pay.test/",
  "about:blank",
];

it.each(HOSTILE)("%j is refused, and an error is logged", (text) => {
  const errors = watchLog("error");
  expect(addressOf(text)).toBeUndefined();
  expect(errors).toEqual([expect.objectContaining({ requestId: "req-1", message: "payment address refused" })]);
});

it("whatever is followed leads to an allowed host over https", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "https:",
      "http:",
      "javascript:",
      "/",
      "//",
      "\\",
      "@",
      ":",
      "pay.test",
      "evil.test",
      ".",
      "?",
      "#",
    ),
    fc.string({ maxLength: 4 }),
  );
  const texts = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(texts, fc.webUrl()), (text) => {
      const followed = addressOf(text);
      if (followed === undefined) return;
      expect(followed).toMatch(/^https:\/\/pay\.test(\/|$)/);
    }),
    { numRuns: runs(10_000) },
  );
});

it("the sandbox's page on loopback is followed over http, in test mode only", () => {
  const text = "http://localhost:3001/so/ord_1";
  changeEnv({ redirectHosts: ["localhost:3001"] });
  expect(addressOf(text)).toBeUndefined();
  changeEnv({ isTestMode: true });
  expect(addressOf(text)).toBe(text);
});

it("test mode does not open http to other hosts", () => {
  changeEnv({ isTestMode: true, redirectHosts: ["pay.test", "pay.test:80"] });
  expect(addressOf("http://pay.test/")).toBeUndefined();
});
