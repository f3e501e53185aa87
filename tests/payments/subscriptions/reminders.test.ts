import fc from "fast-check";
import { expect, it } from "vitest";
import { remindOwners } from "../../../payments/subscriptions/provider/fail-renewal";
import { runs } from "../../setup/effort";
import { hear, randomSteps, take } from "./random-steps";
import { DAY, openShop, type Sale, type Shop } from "./shop";

const ABOUT_FAILURE = ["renewalFailed", "renewalReminder", "renewalLastReminder"] as const;

/** A sale whose first renewal has failed, at the end of what is paid. */
async function failed(shop: Shop): Promise<Sale> {
  const sale = await shop.buy();
  shop.pass((await shop.subscription(sale)).ends_at - shop.context.now());
  shop.provider.fail(sale.reference);
  await hear(shop, sale);
  return sale;
}

const lettersOf = async (shop: Shop, sale: Sale): Promise<string[]> =>
  (await shop.letters(sale)).filter((kind) => ABOUT_FAILURE.some((one) => one === kind));

async function lettersAfter(shop: Shop, sale: Sale, days: number): Promise<string[]> {
  shop.pass(days * DAY);
  await shop.settle();
  await shop.settle();
  return lettersOf(shop, sale);
}

it("who has not paid a renewal is reminded on the operator's days, and the last letter says that it is the last", async () => {
  const shop = await openShop();
  const sale = await failed(shop);
  expect(await lettersAfter(shop, sale, 1)).toEqual(["renewalFailed"]);
  expect(await lettersAfter(shop, sale, 1)).toEqual(["renewalFailed", "renewalReminder"]);
  expect(await lettersAfter(shop, sale, 3)).toHaveLength(2);
  expect(await lettersAfter(shop, sale, 1)).toEqual(ABOUT_FAILURE);
  expect(await lettersAfter(shop, sale, 30)).toEqual(ABOUT_FAILURE);
});

it("launchly#316: every letter about a failed renewal leads to its way to pay without a login", async () => {
  const shop = await openShop();
  const sale = await failed(shop);
  for (const days of [2, 4]) await lettersAfter(shop, sale, days);
  const letters = shop.context.db.selectFrom("order_letters").select("body").where("kind", "in", ABOUT_FAILURE);
  const bodies = (await letters.execute()).map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(body).toMatch(/https:\/\/shop\.test\/renewal\S*[?#&]\w+=\S{20}/);
});

it("a reminder says until when the plan runs on, as long as it does", async () => {
  const shop = await openShop();
  const sale = await failed(shop);
  for (const days of [2, 4]) await lettersAfter(shop, sale, days);
  const bodyOf = async (kind: (typeof ABOUT_FAILURE)[number]) => {
    const letters = shop.context.db.selectFrom("order_letters").select("body").where("kind", "=", kind);
    return (await letters.executeTakeFirstOrThrow()).body;
  };
  expect(await bodyOf("renewalReminder")).toContain("Active until: April 4, 2026");
  expect(await bodyOf("renewalLastReminder")).not.toContain("Active until");
});

it("after a standstill only the newest letter is sent that is due", async () => {
  const shop = await openShop();
  const sale = await failed(shop);
  expect(await lettersAfter(shop, sale, 20)).toEqual(["renewalFailed", "renewalLastReminder"]);
});

it("of copies that remind at the same time one writes", async () => {
  const shop = await openShop();
  const sale = await failed(shop);
  shop.pass(2 * DAY);
  await Promise.all(Array.from({ length: 5 }, () => remindOwners(shop.context)));
  expect(await lettersOf(shop, sale)).toEqual(["renewalFailed", "renewalReminder"]);
});

const ENDINGS: Readonly<Record<string, (shop: Shop, sale: Sale) => unknown>> = {
  "is paid": ({ provider }, { reference }) => provider.charge(reference),
  "is cancelled": (shop, sale) => shop.change(sale, "cancel"),
  "is given up by the provider": ({ provider }, { reference }) => provider.end(reference),
};
it.each(Object.entries(ENDINGS))("nobody is reminded once it %s", async (_name, end) => {
  const shop = await openShop();
  const sale = await failed(shop);
  await end(shop, sale);
  await hear(shop, sale);
  expect(await lettersAfter(shop, sale, 10)).toEqual(["renewalFailed"]);
});

it("in any history letters come while a renewal is unpaid, each at most once for a failure", async () => {
  await fc.assert(
    fc.asyncProperty(randomSteps({ mostDays: 9, maxLength: 12 }), async (steps) => {
      const shop = await openShop();
      const sale = await failed(shop);
      let before = await lettersOf(shop, sale);
      for (const one of steps) {
        await take(shop, sale, one);
        const { state } = await shop.subscription(sale);
        const letters = await lettersOf(shop, sale);
        if (letters.length > before.length) expect(state).toBe("past_due");
        before = letters;
      }
      for (const series of before.join(" ").split(/(?=renewalFailed)/))
        expect(series.trim().split(" ")).toEqual([...new Set(series.trim().split(" "))]);
    }),
    { numRuns: runs(40) },
  );
});
