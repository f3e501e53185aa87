import fc from "fast-check";
import { expect, it } from "vitest";
import { agreedOffer } from "~/checkout/check-form.server";
import type { PayForm } from "~/checkout/form-fields.server";
import { quoteOf, sealQuote } from "~/checkout/quote.server";
import { isSameCoupon, makeOffer, type Offer, withCoupon } from "~/offers/offer";
import { nextPayment, saleKind } from "~/offers/sale/sale-kind";
import { anyCoupon, anyLocalPrice, anyPlan, makeBaseOffer } from "../offers/builders";
import { runs } from "../setup/effort";

const now = new Date();
const SHOWN = { country: "US", since: now, lang: "en", selling: {} } as const;
const agreedPrice = (offer: Offer, form: PayForm) => agreedOffer(offer, form, SHOWN);
const WELCOME = { id: "WELCOME20", discount: { type: "percent", value: 20 } } as const;
const PLAIN = makeBaseOffer();
const CHEAPER = withCoupon(PLAIN, WELCOME) ?? PLAIN;

/** What is sent from a form that showed an offer. */
const formShowing = async (offer: Offer, sent: Partial<PayForm> = {}): Promise<PayForm> => ({
  email: "buyer@example.com",
  provider: "so",
  country: "US",
  attempt: "2b1e7a34-5b0c-4f0e-9d57-3f1f0a9e4c11",
  quote: await sealQuote(quoteOf(offer, SHOWN)),
  coupon: offer.coupon?.id ?? "",
  refused: "",
  ...sent,
});

it("the price that was shown is agreed to, its coupon included", async () => {
  expect(await agreedPrice(PLAIN, await formShowing(PLAIN))).toMatchObject({ offer: { dueToday: 59.99 } });
  expect(await agreedPrice(PLAIN, await formShowing(CHEAPER))).toMatchObject({ offer: { dueToday: 47.99 } });
});

it("a coupon counts as shown in any case", async () => {
  const form = await formShowing(CHEAPER, { coupon: "welcome20" });
  expect(await agreedPrice(PLAIN, form)).toHaveProperty("offer");
});

it("one that was refused when the form was shown keeps nobody from paying without it", async () => {
  const form = await formShowing(PLAIN, { coupon: "OLD", refused: "old" });
  expect(await agreedPrice(PLAIN, form)).toMatchObject({ offer: { dueToday: 59.99 } });
});

it.each([
  ["a coupon that was never shown", { coupon: "WELCOME20" }],
  ["another one than the refused", { coupon: "NEW", refused: "OLD" }],
])("%s is shown first", async (_, sent) => {
  const agreement = await agreedPrice(PLAIN, await formShowing(PLAIN, sent));
  expect(agreement).toMatchObject({ kind: "priceChanged", before: { amount: 59.99 } });
});

it("a coupon in the quote does not stand in for one that is no longer in the form", async () => {
  const agreement = await agreedPrice(PLAIN, await formShowing(CHEAPER, { coupon: "" }));
  expect(agreement).toMatchObject({ kind: "priceChanged", before: { amount: 47.99 } });
});

it("a trial at the same price is shown again where the plan costs something else after it", async () => {
  const trial = { trial_price: 0.99, trial_days: 3 };
  const dearer = makeBaseOffer({ ...trial, price_discount_amount: 79.99 });
  const agreement = await agreedPrice(dearer, await formShowing(makeBaseOffer(trial)));
  expect(agreement).toMatchObject({ kind: "priceChanged", before: { amount: 0.99, renewal: 59.99 } });
});

it.each([
  ["renews", { renews: false }, {}],
  [
    "becomes a paid subscription",
    { trial_price: 0, trial_days: 3, trial_without_method: true },
    { trial_price: 0, trial_days: 3 },
  ],
])("what was shown to end by itself is shown again where it %s at the same price", async (_, before, after) => {
  const agreement = await agreedPrice(makeBaseOffer(after), await formShowing(makeBaseOffer(before)));
  expect(agreement).toMatchObject({ kind: "priceChanged" });
});

it("terms that have another version, or words that have changed, are shown first", async () => {
  const selling = { terms: { version: "2026-12", url: "https://terms.test/{version}" } };
  for (const changed of [{ selling }, { selling: { minimumAge: 18 } }, { lang: "de" } as const]) {
    const agreement = await agreedOffer(PLAIN, await formShowing(PLAIN), { ...SHOWN, ...changed });
    expect(agreement).toMatchObject({ kind: "priceChanged", before: { amount: 59.99 } });
  }
});

it("a price that was shown more than a day ago is shown again, even where it is the same", async () => {
  const quote = await sealQuote(quoteOf(PLAIN, { ...SHOWN, since: new Date(now.getTime() - 25 * 3_600_000) }));
  const agreement = await agreedPrice(PLAIN, await formShowing(PLAIN, { quote }));
  expect(agreement).toMatchObject({ kind: "mistaken", mistakes: [{ mistake: "priceTooOld" }], keepsAttempt: false });
});

it("without a quote that can be read there is nothing to agree on", async () => {
  const agreement = await agreedPrice(PLAIN, await formShowing(PLAIN, { quote: "59.99" }));
  expect(agreement).toMatchObject({ kind: "mistaken" });
});

it("whatever was shown, sent and has changed since, nobody pays another price or coupon than they saw", async () => {
  const anyOffer = fc.tuple(anyPlan, anyLocalPrice).map(([plan, local]) => makeOffer(plan, local));
  const anyOffers = fc.oneof(
    fc.tuple(anyOffer, anyOffer),
    anyOffer.map((offer): [Offer, Offer] => [offer, offer]),
  );
  const anyText = fc.constantFrom("", "SHARE", "share ", "AMOUNT", "OTHER");
  await fc.assert(
    fc.asyncProperty(anyOffers, anyCoupon, anyText, anyText, async ([before, after], coupon, typed, refused) => {
      const shown = withCoupon(before, coupon) ?? before;
      const agreement = await agreedPrice(after, await formShowing(shown, { coupon: typed, refused }));
      if ("kind" in agreement) return;
      expect(agreement.offer.dueToday).toBe(shown.dueToday);
      expect(nextPayment(agreement.offer, "2026-11-23")).toEqual(nextPayment(shown, "2026-11-23"));
      expect(saleKind(agreement.offer)).toBe(saleKind(shown));
      expect(agreement.offer.amounts.currency).toBe(shown.amounts.currency);
      expect(agreement.offer.coupon?.id).toBe(shown.coupon?.id);
      if (shown.coupon !== undefined) expect(isSameCoupon(typed, shown.coupon.id)).toBe(true);
    }),
    { numRuns: runs(2_000) },
  );
});
