import assert from "node:assert/strict";
import { plans } from "~/upstream/contract/catalogue";
import { checkCoupon } from "~/upstream/contract/coupons";
import type { Check } from "../check";
import { ask, hasTaken, read, send, type Target } from "../client";
import { ALL_PROVIDERS, anyOpen, askAt, mustOpen, type ProviderCalls, sendAt } from "../providers";
import { type PurchaseFields, purchaseFields } from "../purchases";

/** What an order costs that was asked for at some amount: its result says it, or its page does. Undefined: neither. */
async function toldPrice(
  target: Target,
  provider: ProviderCalls,
  opened: ReturnType<ProviderCalls["readOpened"]>,
  { asked, right }: { asked: number; right: number },
): Promise<"asked" | "right" | undefined> {
  const { amount } = await askAt(target, provider, opened.orderId).catch(() => ({ amount: undefined }));
  if (amount !== undefined) return amount === asked ? "asked" : "right";
  const page = await pageAt(opened.payAt);
  if (names(page, asked)) return "asked";
  return names(page, right) ? "right" : undefined;
}

/** A page is opened as a buyer's browser does, and nothing is sent from it. Empty where it cannot be. */
async function pageAt(address: string | null | undefined): Promise<string> {
  if (!address || !URL.canParse(address)) return "";
  return fetch(address, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.text(),
    () => "",
  );
}

/** "47.88" or "47,88", not as a part of another number. */
function names(page: string, amount: number): boolean {
  const [whole, cents] = amount.toFixed(2).split(".");
  return new RegExp(`(?<![\\d.,])${whole}[.,]${cents}(?!\\d)`).test(page);
}

async function isNotTaken(
  target: Target,
  provider: ProviderCalls,
  wrong: (fields: PurchaseFields) => Partial<PurchaseFields> & { coupon_id?: string },
): Promise<void> {
  await mustOpen(target, provider);
  const fields = await purchaseFields(target);
  const asked = { ...fields, ...wrong(fields) };
  const answered = await sendAt(target, provider, asked);
  if (!hasTaken(answered)) return;
  const opened = provider.readOpened(answered.json);
  const told = await toldPrice(target, provider, opened, { asked: asked.amount, right: fields.amount });
  const what = `an order was opened for ${asked.amount} ${asked.currency}, and the plan costs ${fields.amount} ${fields.currency}`;
  assert.ok(told !== "asked", `${what}: it is sold for what was asked`);
  assert.ok(told === "right", `${what}: neither its result nor the page to pay at says what is charged`);
}

const BELOW =
  "whoever calls the API names their own price. Compare `amount` and `currency` with the plan's price and refuse with 409 price_changed, or say what the order costs (`amount` in its result)";

const belowPrice = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: a plan is not sold below its price`,
  weight: "dangerous",
  lost: BELOW,
  run: (target) => isNotTaken(target, provider, ({ amount }) => ({ amount: Math.ceil(amount * 37) / 100 })),
});

const abovePrice = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: a plan is not sold above its price`,
  weight: "dangerous",
  lost: "a buyer is charged whatever amount the call names. Compare it with the plan's price and refuse with 409 price_changed",
  run: (target) => isNotTaken(target, provider, ({ amount }) => ({ amount: Math.ceil(amount) + 1000.37 })),
});

export const amountChecks: readonly Check[] = [
  ...ALL_PROVIDERS.flatMap((provider) => [belowPrice(provider), abovePrice(provider)]),
  {
    name: "a coupon that there is not takes nothing off a purchase",
    weight: "dangerous",
    lost: "any word is a discount. Refuse an unknown coupon with 422 coupon_unknown",
    run: async (target) =>
      isNotTaken(target, await anyOpen(target), ({ amount }) => ({
        coupon_id: "NO-SUCH-COUPON",
        amount: Math.ceil(amount * 37) / 100,
      })),
  },
  {
    name: "rb/check_coupon: a coupon that there is not is not valid",
    weight: "dangerous",
    lost: "any word is a discount: the site shows it as one. Answer `valid: false`",
    run: async (target) => {
      const { plans: all } = await ask(target, plans);
      const query = { coupon_id: "NO-SUCH-COUPON", product_id: all[0]?.product_id ?? "" };
      const answered = await send(target, checkCoupon, { query });
      if (!hasTaken(answered)) return;
      assert.equal(read(checkCoupon, answered).valid, false, "it is valid");
    },
  },
];
