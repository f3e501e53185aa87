import fc from "fast-check";
import { expect, it } from "vitest";
import { inSale } from "../../../payments/catalogue/sale";
import { refundOrder } from "../../../payments/orders/refund";
import { writeSettings } from "../../../payments/store/settings";
import { announceRenewals } from "../../../payments/subscriptions/provider/announce-renewals";
import { runs } from "../../setup/effort";
import { hear, randomSteps, take } from "./random-steps";
import { DAY, openShop, type Sale, type Shop } from "./shop";

const NOTICES: readonly string[] = ["trialEnds", "renewsSoon"];

const noticesOf = async (shop: Shop, sale: Sale): Promise<string[]> =>
  (await shop.letters(sale)).filter((kind) => NOTICES.includes(kind));

/** So many days before the next payment, whatever rings and rounds there are meanwhile. */
async function noticesBefore(shop: Shop, sale: Sale, days: number): Promise<string[]> {
  const { ends_at } = await shop.subscription(sale);
  shop.pass(ends_at - days * DAY - shop.context.now());
  await shop.settle();
  return noticesOf(shop, sale);
}

const bodyOf = async ({ context: { db } }: Shop, kind: "trialEnds" | "renewsSoon" | "cardExpires"): Promise<string> => {
  const letters = db.selectFrom("order_letters").select("body").where("kind", "=", kind).orderBy("id", "desc");
  return (await letters.executeTakeFirstOrThrow()).body;
};

it("the owner of a yearly plan is told thirty days before it renews, once", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  expect(await noticesBefore(shop, sale, 30.1)).toEqual([]);
  expect(await noticesBefore(shop, sale, 30)).toEqual(["renewsSoon"]);
  for (const days of [20, 7, 2, 0]) expect(await noticesBefore(shop, sale, days)).toEqual(["renewsSoon"]);
  shop.provider.charge(sale.reference);
  await hear(shop, sale);
  expect(await noticesBefore(shop, sale, 30.1)).toEqual(["renewsSoon"]);
  expect(await noticesBefore(shop, sale, 29)).toEqual(["renewsSoon", "renewsSoon"]);
});

it("whoever tries a plan is told a week before the trial becomes paid", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ trialDays: 14, amount: 0 });
  expect(await noticesBefore(shop, sale, 7.1)).toEqual([]);
  expect(await noticesBefore(shop, sale, 7)).toEqual(["trialEnds"]);
  expect(await noticesBefore(shop, sale, 2)).toEqual(["trialEnds"]);
});

it("a notice says when, how much and until when it can be cancelled, with a link that needs no login", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  await noticesBefore(shop, sale, 29);
  const body = await bodyOf(shop, "renewsSoon");
  expect(body).toContain("Last day to cancel: March 1, 2027");
  expect(body).toContain("Next payment: $11.99 on March 2, 2027");
  expect(body).toMatch(/https:\/\/shop\.test\/cancel\S*[?#&]\w+=\S{20}/);
});

it("who bought a trial that is no longer than the notice is told by the receipt alone", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ trialDays: 7, amount: 0 });
  for (const days of [6.9, 4, 2]) expect(await noticesBefore(shop, sale, days)).toEqual([]);
});

it("a monthly plan has no notice unless the operator says so", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  for (const days of [30, 10, 2]) expect(await noticesBefore(shop, sale, days)).toEqual([]);
  await writeSettings(shop.context.db, { notice_days: "1month:3" });
  shop.provider.charge(sale.reference);
  await hear(shop, sale);
  expect(await noticesBefore(shop, sale, 4)).toEqual([]);
  expect(await noticesBefore(shop, sale, 3)).toEqual(["renewsSoon"]);
});

it("each length of a plan has the notice of the longest one that it reaches", async () => {
  const shop = await openShop();
  await writeSettings(shop.context.db, { notice_days: "1month:3,12months:20,2months:10" });
  const [yearly, monthly] = [await shop.buy({ plan: "yearly" }), await shop.buy()];
  expect(await noticesBefore(shop, monthly, 3.1)).toEqual([]);
  expect(await noticesBefore(shop, monthly, 3)).toEqual(["renewsSoon"]);
  expect(await noticesBefore(shop, yearly, 20.1)).toEqual([]);
  expect(await noticesBefore(shop, yearly, 20)).toEqual(["renewsSoon"]);
});

it("nobody is told where the operator has switched it off", async () => {
  const shop = await openShop();
  await writeSettings(shop.context.db, { notice_days: "0" });
  const [yearly, trial] = [await shop.buy({ plan: "yearly" }), await shop.buy({ trialDays: 14, amount: 0 })];
  expect(await noticesBefore(shop, trial, 3)).toEqual([]);
  expect(await noticesBefore(shop, yearly, 3)).toEqual([]);
});

it("after a standstill the notice is sent late, but not on the last day", async () => {
  const shop = await openShop();
  const [late, tooLate] = [await shop.buy({ plan: "yearly" }), await shop.buy({ plan: "two-years" })];
  expect(await noticesBefore(shop, late, 2)).toEqual(["renewsSoon"]);
  expect(await noticesBefore(shop, tooLate, 1)).toEqual([]);
});

it("of copies that write at the same time one does", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  shop.pass((await shop.subscription(sale)).ends_at - 29 * DAY - shop.context.now());
  await Promise.all(Array.from({ length: 5 }, () => announceRenewals(shop.context)));
  expect(await noticesOf(shop, sale)).toEqual(["renewsSoon"]);
});

it("a notice is noted with its letter or not at all", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  shop.pass((await shop.subscription(sale)).ends_at - 29 * DAY - shop.context.now());
  const broken = { ...shop.context, catalogue: () => Promise.reject(new Error("killed")) };
  await expect(announceRenewals(broken)).rejects.toThrow("killed");
  expect((await shop.subscription(sale)).announced_end).toBeNull();
  await announceRenewals(shop.context);
  expect(await noticesOf(shop, sale)).toEqual(["renewsSoon"]);
});

const ENDINGS: Readonly<Record<string, (shop: Shop, sale: Sale) => unknown>> = {
  "is cancelled": (shop, sale) => shop.change(sale, "cancel"),
  "is cancelled at the provider": ({ provider }, { reference }) => provider.end(reference),
  "is past due": ({ provider }, { reference }) => provider.fail(reference),
  "is refunded": ({ context }, { orderId }) => inSale(context, (sale) => refundOrder(sale, orderId)),
  "is replaced by another plan": (shop, { orderId }) =>
    shop.buy({ email: `buyer${orderId.replace("ord_", "")}@example.com` }),
};
it.each(Object.entries(ENDINGS))("nobody is told of the renewal of a plan that %s", async (_name, end) => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  await noticesBefore(shop, sale, 60);
  await end(shop, sale);
  await hear(shop, sale);
  for (let days = 0; days < 60; days += 7) {
    shop.pass(7 * DAY);
    await shop.settle();
  }
  expect(await noticesOf(shop, sale)).toEqual([]);
});

it("who resumes after the notice is not told again", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  await noticesBefore(shop, sale, 29);
  await shop.change(sale, "cancel");
  await shop.change(sale, "resume");
  await hear(shop, sale);
  expect(await noticesBefore(shop, sale, 10)).toEqual(["renewsSoon"]);
});

/** The merchant agrees on another day at the provider. */
async function move(shop: Shop, sale: Sale, days: number): Promise<void> {
  shop.provider.booked(sale.reference).movedTo = (await shop.subscription(sale)).ends_at + days * DAY;
  await hear(shop, sale);
}

it("a payment that the provider has moved is told at its new day, and anew where the old one was told", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ trialDays: 14, amount: 0 });
  await noticesBefore(shop, sale, 6.9);
  expect(await bodyOf(shop, "trialEnds")).toContain("March 16, 2026");
  await move(shop, sale, 10);
  expect(await noticesBefore(shop, sale, -2)).toEqual(["trialEnds"]);
  expect(await noticesBefore(shop, sale, -3.1)).toEqual(["trialEnds", "trialEnds"]);
  expect(await bodyOf(shop, "trialEnds")).toContain("March 26, 2026");
});

it("a renewal has not failed while its provider takes the payment on a later day, and the plan runs on until then", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  await noticesBefore(shop, sale, 40);
  await move(shop, sale, 10);
  await noticesBefore(shop, sale, -9);
  expect((await shop.subscription(sale)).state).toBe("active");
  expect(await shop.grantEnd(sale)).toBeGreaterThan(shop.provider.paidUntil(sale.reference));
  await noticesBefore(shop, sale, -14);
  expect((await shop.subscription(sale)).state).toBe("past_due");
});

it("a payment that is moved by some hours is the same one", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  await noticesBefore(shop, sale, 29);
  await move(shop, sale, 0.9);
  expect(await noticesBefore(shop, sale, 10)).toEqual(["renewsSoon"]);
});

it("a payment that comes sooner than was told is told anew", async () => {
  const shop = await openShop();
  const sale = await shop.buy({ plan: "yearly" });
  await noticesBefore(shop, sale, 100);
  await move(shop, sale, -65);
  expect(await noticesBefore(shop, sale, 95)).toEqual(["renewsSoon"]);
  expect(await bodyOf(shop, "renewsSoon")).toContain("December 27, 2026");
});

/** A card that is good until so many days before the next payment. */
async function giveCard(shop: Shop, sale: Sale, days: number): Promise<void> {
  shop.provider.booked(sale.reference).cardEnds = (await shop.subscription(sale)).ends_at - days * DAY;
  await hear(shop, sale);
}

async function cardLettersBefore(shop: Shop, sale: Sale, days: number): Promise<number> {
  await noticesBefore(shop, sale, days);
  return (await shop.letters(sale)).filter((kind) => kind === "cardExpires").length;
}

it("polar#5099: who pays with a card that expires before the next payment is told in time, once, with the way to another card", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await giveCard(shop, sale, 1);
  expect(await cardLettersBefore(shop, sale, 14.1)).toBe(0);
  expect(await cardLettersBefore(shop, sale, 14)).toBe(1);
  expect(await cardLettersBefore(shop, sale, 2)).toBe(1);
  const body = await bodyOf(shop, "cardExpires");
  expect(body).toContain("We’ll charge $11.99 for your plan on April 2, 2026, but your card expires before then.");
  expect(body).toMatch(/https:\/\/shop\.test\/renewal\S*[?#&]\w+=\S{20}/);
});

const OTHER_CARDS: Readonly<Record<string, (shop: Shop, sale: Sale) => unknown>> = {
  "is good for the payment": (shop, sale) => giveCard(shop, sale, -1),
  "was changed before": async (shop, sale) => {
    await giveCard(shop, sale, 3);
    await giveCard(shop, sale, -700);
  },
  "is of a plan that is cancelled": async (shop, sale) => {
    await giveCard(shop, sale, 3);
    await shop.change(sale, "cancel");
  },
  "its provider does not tell of": (shop, sale) => hear(shop, sale),
};
it.each(Object.entries(OTHER_CARDS))("nobody is told of a card that %s", async (_name, make) => {
  const shop = await openShop();
  const sale = await shop.buy();
  await make(shop, sale);
  for (const days of [14, 7, 2]) expect(await cardLettersBefore(shop, sale, days)).toBe(0);
});

it("where the operator tells nobody of cards, none is told of", async () => {
  const shop = await openShop();
  await writeSettings(shop.context.db, { notice_days: "1month:3" });
  const sale = await shop.buy();
  await giveCard(shop, sale, 1);
  expect(await cardLettersBefore(shop, sale, 2)).toBe(0);
  expect(await noticesOf(shop, sale)).toEqual(["renewsSoon"]);
});

it("in any history there is one notice at most of each payment, and only of a plan that renews", async () => {
  await fc.assert(
    fc.asyncProperty(randomSteps({ mostDays: 40, maxLength: 20 }), async (steps) => {
      const shop = await openShop();
      const sale = await shop.buy({ plan: "yearly" });
      const told = new Set<number>();
      let before = 0;
      for (const one of [{ what: "pass", days: 320 } as const, ...steps]) {
        await take(shop, sale, one);
        const { state, announced_end, ends_at } = await shop.subscription(sale);
        const letters = (await noticesOf(shop, sale)).length;
        if (letters > before) expect(state).toBe("active");
        if (letters > before) expect(announced_end).toBe(ends_at);
        if (letters > before) told.add(ends_at);
        expect(letters).toBe(told.size);
        before = letters;
      }
    }),
    { numRuns: runs(40) },
  );
});
