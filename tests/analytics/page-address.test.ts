import fc from "fast-check";
import { expect, it } from "vitest";
import type { ViewBatch } from "~/analytics/read-batch.server";
import { BATCH_BYTES, BATCH_VIEWS, harmlessAddress } from "~/analytics/view-batch";
import { paths } from "~/paths";
import { runs } from "../setup/effort";

/** As analytics may know an address of the site. */
function told(address: string): string {
  const { pathname, search } = new URL(`https://shop.example${address}`);
  return harmlessAddress(pathname, search);
}

it.each([
  ["/", "/"],
  ["/de/payment/yearly_2?country=DE&coupon=SAVE&utm_source=mail", "/de/payment/yearly_2?country=DE&utm_source=mail"],
  ["/payment?utm_campaign=sp%C3%A4t+%26+mehr", "/payment?utm_campaign=sp%C3%A4t+%26+mehr"],
  ["/receipts", "/receipts"],
  ["/receipts?k=secret&sent=sealed", "/receipts"],
  ["/withdraw?k=secret&s=sub_1&done=sealed", "/withdraw"],
  ["/payment?hl=en&toast=language", "/payment?hl=en"],
  ["/de/receipts/INV-1?k=secret", "/de/receipts/*"],
  ["/Receipts//INV-1/print", "/Receipts/*"],
  ["/payment/buyer%40example.com", "/payment/*"],
  ["/buyer@example.com/payment", "/*"],
  [`/payment/${"x".repeat(41)}`, "/payment/*"],
  ["/r%65ceipts/INV-1", "/*"],
  ["/payment?utm_source=buyer%40example.com", "/payment"],
  ["/payment?utm_source=buyer%252540example.com", "/payment"],
  [`/payment?utm_source=${"x".repeat(101)}&hl=de`, "/payment?hl=de"],
])("%s is told as %s", (address, expected) => {
  expect(told(address)).toBe(expected);
});

it.each(["buyer@example.com", "", "/\n/INV-1", "/receipts/\n/INV-1"])(
  "what no browser has as a path is not told either: %j",
  (path) => {
    expect(harmlessAddress(path, "")).toMatch(/^$|^(\/|\/receipts\/)?\*$/);
  },
);

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."];
const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength, maxLength });
const email = fc.tuple(word(5, 20), word(5, 20)).map(([name, host]) => `${name}@${host}`);
const token = word(101, 300);
const key = word(20, 64);
const language = fc.constantFrom("en", "de", "ar");

const SECRET_PARAMS = [
  ...["o", "order", "k", "sign", "token", "email", "coupon", "sent", "cje", "stamp", "x"],
  ...["externalPurchaseToken", "externalTransactionToken", "bundleId", "link"],
];
const HARMLESS_PARAMS = ["utm_source", "utm_term", "channel", "from", "hl"];

/** Addresses with a secret in them, of the site and made up. */
const secretAddress = fc.oneof(
  fc.tuple(key, language).map(([secret, lang]) => [secret, paths.paysuc(lang, secret)] as const),
  fc.tuple(key, language).map(([secret, lang]) => [secret, paths.redirect(lang, secret)] as const),
  fc.tuple(key, language).map(([secret, lang]) => [secret, paths.receipts(lang, { key: secret })] as const),
  fc.tuple(key, language).map(([secret, lang]) => [secret, paths.receipt(lang, secret, { key: secret })] as const),
  fc
    .tuple(fc.oneof(email, token, key), fc.constantFrom(...SECRET_PARAMS), word(0, 20))
    .map(
      ([secret, name, plan]) => [secret, `/payment/${plan}?hl=de&${new URLSearchParams({ [name]: secret })}`] as const,
    ),
  fc
    .tuple(fc.oneof(email, token), fc.constantFrom(...HARMLESS_PARAMS))
    .map(([secret, name]) => [secret, `/payment?${new URLSearchParams({ [name]: secret })}&n=1`] as const),
  fc.tuple(fc.oneof(email, token), word(0, 20), fc.boolean()).map(([secret, before, isEncoded]) => {
    const segment = isEncoded ? encodeURIComponent(secret) : secret;
    return [secret, `/${before}/${segment}/print`] as const;
  }),
);

it("no e-mail address, token, order or receipts key is ever told", () => {
  fc.assert(
    fc.property(secretAddress, ([secret, address]) => {
      const [name = ""] = secret.split("@");
      const answer = told(address);
      expect(answer).not.toContain(secret);
      expect(answer).not.toContain(encodeURIComponent(secret));
      if (secret.includes("@")) expect(answer).not.toMatch(/@|%40/);
      if (name.length > 20) expect(answer).not.toContain(name);
    }),
    { numRuns: runs(5_000) },
  );
});

const anyAddress = fc.tuple(
  fc.oneof(
    fc.webPath(),
    fc.string(),
    fc.array(word(0, 60)).map((segments) => `/${segments.join("/")}`),
  ),
  fc.oneof(
    fc.webQueryParameters(),
    fc.array(fc.tuple(fc.constantFrom(...HARMLESS_PARAMS), fc.string({ unit: "binary" }))).map((given) => {
      return new URLSearchParams(given).toString();
    }),
  ),
);

it("an address that is told is told as it is, and a batch of the longest ones is small enough", () => {
  fc.assert(
    fc.property(anyAddress, ([pathname, search]) => {
      const address = harmlessAddress(pathname, search);
      const [path = "", query = ""] = address.split("?");
      expect(harmlessAddress(path, query)).toBe(address);
      expect(address).toMatch(/^[!-~]{0,1201}$/);
    }),
    { numRuns: runs(5_000) },
  );
  const id = crypto.randomUUID();
  const longest = { id, at: Date.now(), address: "x".repeat(1_201) };
  const batch: ViewBatch = {
    front_id: id,
    sent_at: Date.now(),
    document: id,
    views: Array.from({ length: BATCH_VIEWS }, () => longest),
  };
  expect(JSON.stringify(batch).length).toBeLessThanOrEqual(BATCH_BYTES);
});
