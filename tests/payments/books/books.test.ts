import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { booksLine } from "../../../payments/books/written";
import { issueCreditNote } from "../../../payments/invoices/credit-notes";
import { writeDetails } from "../../../payments/invoices/details";
import type { Db } from "../../../payments/store/database";
import { creditNotes } from "../../../payments/store/migrations/044-credit-notes";
import { operate } from "../operator/operate";
import { operating } from "../operator/operating";
import { openShop } from "../subscriptions/shop";
import { cellsOf, sumOf } from "./cells";
import { happen } from "./random-history";

describe("the books", () => {
  it("tell of a payment what was written down with it: receipt, tax, countries; and of each part that goes back its share of the tax", async () => {
    const { lines, capture, orderId } = await givenBackInParts();
    const [payment, ...parts] = lines;
    expect(payment).toMatchObject({
      ...{ time: "2026-11-28T00:00:00.000Z", time_from: "provider", kind: "payment", receipt: "INV-000001" },
      ...{ credit_note: "", order: orderId, provider: "so", provider_reference: capture, corrects: "" },
      ...{ currency: "EUR", gross: "11.99", tax: "1.91", net: "10.08", tax_rate: "19", tax_country: "DE" },
      ...{ buyer_country: "DE", provider_fee: "" },
    });
    expect(payment?.subscription).toMatch(/^sub_/);
    expect(parts.map((one) => [one.credit_note, one.receipt, one.kind, one.gross, one.tax, one.net])).toEqual([
      ["CN-000001", "INV-000001", "refund_elsewhere", "-4.00", "-0.64", "-3.36"],
      ["CN-000002", "INV-000001", "refund_elsewhere", "-4.00", "-0.63", "-3.37"],
      ["CN-000003", "INV-000001", "refund_elsewhere", "-3.99", "-0.64", "-3.35"],
    ]);
    expect(parts.map(({ corrects }) => corrects)).toEqual([capture, capture, capture]);
    expect([sumOf(lines, "gross"), sumOf(lines, "tax"), sumOf(lines, "net")]).toEqual(["0.00", "0.00", "0.00"]);
  });

  it("name the company and the VAT id that a receipt is made out to last, on its credit notes, too", async () => {
    const { run, db } = await givenBackInParts();
    const madeOut = (seen: number, company: string) => {
      const billedTo = { company, vat_id: "DE136695976" };
      return db.transaction().execute((tx) => writeDetails(tx, 1, { seen, billedTo, now: 0 }));
    };
    await madeOut(1, "Acme GmbH");
    await madeOut(2, "Acme & Co, KG");
    const lines = cellsOf((await run(["books", "2026-11"])).answer);
    const named = ["Acme & Co, KG", "DE136695976"];
    expect(lines.map(({ buyer_company, buyer_vat_id }) => [buyer_company, buyer_vat_id])).toEqual(Array(4).fill(named));
  });

  it("have a month or some days, in UTC, and the sums beside them", async () => {
    const { run } = await givenBackInParts();
    const month = await run(["books", "2026-11"]);
    expect(month.code).toBe(0);
    expect(cellsOf(month.answer)).toHaveLength(4);
    expect(month.text.slice(month.answer.length)).toMatch(
      /paid +given back +disputed +together\nso +11.99 EUR +1 +-11.99 EUR +3 +0.00 EUR +0 +0.00 EUR\n$/,
    );
    expect(cellsOf((await run(["books", "--from", "2026-11-29", "--to", "2026-12-01"])).answer)).toHaveLength(2);
    expect(cellsOf((await run(["books", "--from", "2026-11-28", "--to", "2026-11-29"])).answer)).toHaveLength(2);
  });

  it("of days without any have the names of the columns alone, and a word beside them", async () => {
    const { run } = await givenBackInParts();
    const { code, answer, text } = await run(["books", "2026-12"]);
    expect([code, answer.split("\r\n").length]).toEqual([0, 2]);
    expect(text.slice(answer.length)).toBe("Nothing moved from 2026-12-01 to 2027-01-01.\n");
  });

  it.each([
    [["books"], "Which days?"],
    [["books", "2026-13"], "2026-13-01 is no day."],
    [["books", "--from", "2026-11-31", "--to", "2026-12-01"], "2026-11-31 is no day."],
    [["books", "--from", "2026-11-01"], "Which days?"],
    [["books", "--from", "2026-12-01", "--to", "2026-11-01"], "2026-11-01 is not after 2026-12-01"],
    [["books", "--from", "2026-12-01", "--to", "2026-12-01"], "2026-12-01 is not after 2026-12-01"],
  ])("are not written for %j", async (args, sentence) => {
    const { run } = await operating();
    expect(await run(args)).toMatchObject({ code: 1, answer: "", text: expect.stringContaining(sentence) });
  });

  it("take a dispute that was lost, and give it back where it is won after all", async () => {
    const shop = await openShop();
    const sale = await shop.buy();
    const dispute = { what: "dispute", minor: 500 } as const;
    for (const state of ["open", "lost", "lost", "won"] as const) await happen(shop, sale, { ...dispute, state });
    const lines = cellsOf((await operate(shop.context, ["books", "2026-03"])).answer);
    expect(
      lines.map(({ kind, gross, provider_reference, reason }) => [kind, gross, provider_reference, reason]),
    ).toEqual([
      ["payment", "11.99", `cap_${sale.attemptId}`, ""],
      ["dispute_lost", "-5.00", `dp_${sale.orderId}`, "fraudulent"],
      ["dispute_won", "5.00", `dp_${sale.orderId}`, "fraudulent"],
    ]);
  });

  it("have what went back before there were credit notes, and say that its time is not known", async () => {
    const shop = await openShop();
    const { db } = shop.context;
    const [one, other] = [await shop.buy(), await shop.buy()];
    await happen(shop, one, { what: "refund", minor: 200 });
    await happen(shop, one, { what: "dispute", minor: 300, state: "lost" });
    await happen(shop, other, { what: "renew" });
    await happen(shop, other, { what: "refund there", minor: 100, latest: true });
    const written = await creditsIn(db);
    await sql`drop table credit_notes`.execute(db);
    for (const index of ["invoices_of_a_capture", "invoices_of_nothing"])
      await sql`drop index ${sql.ref(index)}`.execute(db);
    await sql`alter table invoices drop column capture_id`.execute(db);
    await creditNotes.up(db);
    expect(await creditsIn(db)).toEqual(written);
    const notes = db.selectFrom("credit_notes").select(["kind", "is_estimated"]).orderBy("kind");
    expect((await notes.execute()).map(Object.values)).toEqual([
      ["dispute_lost", 1],
      ["refund", 0],
      ["refund_elsewhere", 1],
    ]);
  });

  it.each([
    ["EUR", -11.9, "-11.90,0.00,-11.90"],
    ["JPY", -990, "-990,0,-990"],
    ["KWD", 1.5, "1.500,0.000,1.500"],
    // A provider's idea of a currency may have more decimals than ours.
    ["JPY", 0.5, "0.5,0,0.5"],
  ])("write amounts with the decimals of %s: %d", (currency, gross, written) => {
    const unknown = {
      subscriptionId: null,
      corrects: null,
      taxName: null,
      taxRate: null,
      networkCountry: null,
    } as const;
    const line = { ...unknown, at: 0, timeFrom: "noted", kind: "refund", receipt: null, creditNote: 1 } as const;
    const odd = { orderId: "ord_1", driver: "so", reference: "=1+1", reason: "@now", country: "US", tax: 0 };
    expect(booksLine({ ...line, ...odd, currency, gross }, (code) => code)).toBe(
      `1970-01-01T00:00:00.000Z,noted,refund,,CN-000001,ord_1,,so,'=1+1,,'@now,${currency},${written},,,,US,,,,\r\n`,
    );
  });
});

const HALF_A_DAY_MS = 12 * 60 * 60 * 1_000;

/** One payment with tax that went back in three parts, half a day later each. */
async function givenBackInParts() {
  const { db, context, orderId, run } = await operating();
  const at = context.now();
  await db.updateTable("captures").set({ taken_at: at }).execute();
  const { id: capture } = await db.selectFrom("captures").select("id").executeTakeFirstOrThrow();
  for (const [place, amount] of [4, 4, 3.99].entries())
    await db.transaction().execute((tx) =>
      issueCreditNote(tx, {
        ...{ kind: "refund_elsewhere", source_id: null, driver: "so", order_id: orderId, capture_id: capture },
        ...{ amount, currency: "EUR", issued_at: at + (place + 1) * HALF_A_DAY_MS },
      }),
    );
  const { answer } = await run(["books", "--from", "2026-11-01", "--to", "2026-12-31"]);
  return { run, db, orderId, capture, lines: cellsOf(answer) };
}

const creditsIn = (db: Db) =>
  db
    .selectFrom("credit_notes")
    .select(["kind", "driver", "order_id", "capture_id", "invoice_number", "source_id", "amount", "tax", "currency"])
    .orderBy("kind")
    .execute();
