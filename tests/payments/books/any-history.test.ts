import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { dayOf, daysAfter } from "../../../payments/reconcile/day";
import { ourLines } from "../../../payments/reconcile/our-lines";
import { runs } from "../../setup/effort";
import { operate } from "../operator/operate";
import { openShop, type Shop } from "../subscriptions/shop";
import { type Cells, cellsOf, sumOf } from "./cells";
import { happen, randomHistory } from "./random-history";

/** The numbers of a series, as they come. Money that went back at once has no receipt. */
const numbersIn = (lines: readonly Cells[], column: "receipt" | "credit_note", kinds: RegExp): number[] =>
  lines
    .filter((line) => kinds.test(line.kind ?? "") && line[column] !== "")
    .map((line) => Number(line[column]?.replace(/\D/g, "")));

/** What a provider says that it took, less what it gave back and what banks took. */
function theirs({ provider }: Shop): string {
  const captures = [...provider.payments.values()].flatMap(({ capture }) => capture ?? []);
  const renewals = [...provider.subscriptions.values()].flatMap((one) => one.renewals);
  const lost = [...provider.disputes.values()].filter(({ state }) => state === "lost");
  const taken = [...captures, ...renewals].reduce((sum, { paid }) => sum.plus(paid.amount), Big(0));
  return [...provider.given, ...lost].reduce((sum, { money }) => sum.minus(money.amount), taken).toFixed(2);
}

/** All that reconciling counts on our side, day by day, as "kind id amount". */
async function reconciled({ context }: Shop, from: string, to: string): Promise<string[]> {
  const found: string[] = [];
  for (let day = from; day < to; day = daysAfter(day, 1))
    for await (const { kind, id, money } of ourLines(context.db, "so", day))
      found.push(`${kind} ${id} ${money.amount}`);
  return found.toSorted();
}

const asReconciled = (lines: readonly Cells[]): string[] =>
  lines
    .filter(({ kind }) => kind === "payment" || kind === "renewal" || kind === "refund")
    .map(({ kind, provider_reference: id, gross }) => {
      const isRefund = kind === "refund";
      return `${isRefund ? "refund" : "capture"} ${id} ${Math.abs(Number(gross))}`;
    })
    .toSorted();

it("the books of any history say to the cent what the provider's say, and have no gap", async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory, async (history) => {
      const shop = await openShop();
      const from = dayOf(shop.context.now());
      const sales = [await shop.buy(), await shop.buy({ amount: 9.9 }), await shop.buy()];
      await shop.settle();
      for (const { sale, act } of history) {
        const of = sales[sale];
        if (of) await happen(shop, of, act);
      }
      const to = daysAfter(dayOf(shop.context.now()), 1);
      const { answer } = await operate(shop.context, ["books", "--from", from, "--to", to]);
      const lines = cellsOf(answer);
      expect(sumOf(lines, "gross")).toBe(theirs(shop));
      for (const { gross, tax, net } of lines) expect(Number(gross)).toBeCloseTo(Number(net) + Number(tax), 6);
      const numbers = numbersIn(lines, "credit_note", /refund|dispute/);
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
      const receipts = numbersIn(lines, "receipt", /payment|renewal|free/).toSorted((one, other) => one - other);
      expect(receipts).toEqual(receipts.map((_, place) => place + 1));
      expect(asReconciled(lines)).toEqual(await reconciled(shop, from, to));
    }),
    { numRuns: runs(60) },
  );
});
