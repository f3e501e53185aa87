import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Context } from "../../../../payments/context";
import { gatherEvidence } from "../../../../payments/disputes/evidence";
import { withoutKeys } from "../../../../payments/disputes/evidence/letters";
import { evidencePage } from "../../../../payments/disputes/evidence-page";
import { deriveEvents } from "../../../../payments/entitlements/derive";
import { moneyText } from "../../../../payments/html/money-text";
import { startMailServer } from "../../../sandbox/mail-server";
import { type RunningPayments, ring, runningPayments } from "../../hooks/running-payments";
import { operate } from "../../operator/operate";
import { paidOrder } from "../../refunds/paid-order";

const EMAIL = "buyer@example.com";

const gathered = async ({ db, now }: Context, orderId: string) => {
  const found = await gatherEvidence(db, orderId, now());
  if (found === undefined) throw new Error(`There is no order ${orderId}`);
  return found;
};

type Paid = Awaited<ReturnType<typeof paidOrder>>;

/** The buyer's bank takes back what an order was paid with. */
async function dispute(payments: RunningPayments, { captureId, amount, currency }: Paid, id = "dp_1") {
  const said = { captureId, disputeId: id, state: "open", money: { amount, currency }, reason: "fraudulent" } as const;
  payments.provider.disputes.push({ ...said, evidenceBy: undefined });
  await ring(payments, { captureId });
  const noted = payments.context.db.selectFrom("disputes").select("id").where("id", "=", id);
  await expect.poll(() => noted.executeTakeFirst()).toEqual({ id });
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "evidence-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("tells who bought what, each step of it, the access that followed and the letter that a mail server took", async () => {
  const { url } = await startMailServer();
  const payments = await runningPayments({ mailServer: { url, from: "receipts@shop.example" } });
  const { context, now } = payments;
  const form = { email: EMAIL, time_zone: "Europe/Berlin", language: "de", terms_version: "2026-11-01" };
  const { orderId, captureId, amount, currency } = await paidOrder(payments, form);
  await deriveEvents(context);
  await expect
    .poll(async () => (await gathered(context, orderId)).letters[0]?.taken_by_mail_server_at)
    .toEqual(expect.any(String));
  const evidence = await gathered(context, orderId);
  expect(evidence).toMatchObject({
    buyer: { email: EMAIL, account: 100_002, time_zone_of_browser: "Europe/Berlin", language: "de" },
    sold: { plan: "monthly", paid_today: { amount, currency }, statement: "STAND-IN" },
    agreed: { terms_version: "2026-11-01", language: "de" },
    payments: [{ id: captureId, amount, currency, is_refunded: false }],
    receipts: [{ number: "INV-000001", amount, currency }],
    letters: [{ kind: "receipt", language: "de", to: EMAIL, text: expect.stringContaining("INV-000001") }],
    access: { told_to_the_vpn: [{ what: "account.activated", account: 100_002 }] },
    earlier_payments: [],
  });
  expect(evidence.steps.map(({ what }) => what)).toEqual([
    "the form was sent, and the order opened",
    "the buyer pressed the button that orders",
    "the buyer was led to the payment provider's page",
    "the provider reported that it was paid",
    "access began, and the receipt was written",
  ]);
  expect(Date.parse(evidence.access.until ?? "")).toBeGreaterThan(now());
  const page = evidencePage(evidence);
  expect(page.split(`<td dir="auto">${moneyText({ amount, currency })}</td>`)).toHaveLength(4);
  expect(page).not.toContain(`>${currency}<`);
});

it("has the words that stood at the button, and where the buyer was: by the network, and by its address where that is stored", async () => {
  const payments = await runningPayments();
  const { db } = payments.context;
  const { orderId } = await paidOrder(payments, { country_code: "US" });
  expect((await gathered(payments.context, orderId)).buyer).toMatchObject({ country: "US", network_address: null });
  const words = { text: "Sie bestellen ein Abo: <heute> 11,99 €", text_hash: "0".repeat(64) };
  const length = { interval: "month", interval_count: 1 };
  const sold = { sale: "subscription", length, renewal: { amount: 11.99, ...length, first_on: "2026-12-28" } };
  const agreed = { ...words, ...sold, language: "de", terms_version: "7", agreed_at: 0 };
  await db
    .updateTable("attempts")
    .set({ agreement: JSON.stringify(agreed) })
    .execute();
  await db.updateTable("orders").set({ network_country: "US" }).execute();
  const event = { event_id: "1", name: "pay_result", at: 0, user_id: '""', order_id: orderId };
  await db
    .insertInto("analytics_events")
    .values({ ...event, event: JSON.stringify({ ip: "192.0.2.1" }) })
    .execute();
  const evidence = await gathered(payments.context, orderId);
  expect(evidence.agreed).toMatchObject({
    terms_version: "7",
    at: "1970-01-01T00:00:00.000Z",
    words_at_the_button: words.text,
    first_renewal_on: "2026-12-28",
  });
  expect(evidence.buyer).toMatchObject({
    country_is: "the network's, and the buyer's choice",
    network_address: "192.0.2.1",
  });
  expect(evidencePage(evidence)).toContain("Sie bestellen ein Abo: &lt;heute&gt; 11,99 €");
});

it("leaves out what opens a contract or an app", async () => {
  const payments = await runningPayments();
  const { orderId } = await paidOrder(payments);
  const { body } = await payments.context.db.selectFrom("order_letters").select("body").executeTakeFirstOrThrow();
  expect(body).toMatch(/lnk_/);
  const [letter] = (await gathered(payments.context, orderId)).letters;
  expect(letter?.text).toContain("/receipts");
  expect(letter?.text).not.toMatch(/lnk_|code=|[?&]k=/);
  const key = "k".repeat(43);
  expect(withoutKeys(`See https://pay.example/de/order/${key}/x?a=1#b, now`)).toBe(
    "See https://pay.example/de/order/…/x now",
  );
});

it("counts the same buyer's earlier payments, but none that was given back, is disputed, or came later", async () => {
  const payments = await runningPayments();
  const buy = async (planId: string, amount: number) => {
    const paid = await paidOrder(payments, { email: EMAIL, plan_id: planId, amount });
    payments.pass(60);
    return paid;
  };
  const kept = await buy("monthly", 11.99);
  const refunded = await buy("yearly", 47.88);
  const disputed = await buy("two-years", 71.76);
  await payments.context.db
    .updateTable("captures")
    .set({ state: "refunded" })
    .where("id", "=", refunded.captureId)
    .execute();
  await dispute(payments, disputed);
  const earlierOf = async ({ orderId }: Paid) =>
    (await gathered(payments.context, orderId)).earlier_payments.map(({ id }) => id);
  expect(await earlierOf(disputed)).toEqual([kept.captureId]);
  expect(await earlierOf(kept)).toEqual([]);
});

it("stores what there is when a dispute arrives: what is deleted later is still in the file, which says who asked for it", async () => {
  const payments = await runningPayments();
  const { context } = payments;
  const paid = await paidOrder(payments, { email: EMAIL });
  await dispute(payments, paid);
  await context.db.deleteFrom("order_letters").execute();
  const folder = emptyFolder();
  const ask = ["evidence", "dp_1", folder];
  expect((await operate(context, ask)).code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  expect((await operate(context, [...ask, "--by", "Kim", "--because", "the bank asks"])).code).toBe(0);
  const [html = "", json = ""] = readdirSync(folder).toSorted();
  expect(html).toMatch(new RegExp(`^evidence-${paid.orderId}-\\d{8}T\\d{6}\\.html$`));
  expect(json).toBe(html.replace(/html$/, "json"));
  expect(statSync(join(folder, json)).mode & 0o077).toBe(0);
  expect(readFileSync(join(folder, html), "utf8")).toContain(EMAIL);
  const written = JSON.parse(readFileSync(join(folder, json), "utf8"));
  expect(written.letters).toEqual([]);
  expect(written.when_disputes_arrived.dp_1.letters).toMatchObject([{ kind: "receipt", to: EMAIL }]);
  const audit = await context.db.selectFrom("audit").select(["by", "because", "command", "about"]).execute();
  expect(audit).toEqual([{ by: "Kim", because: "the bank asks", command: "evidence", about: paid.orderId }]);
  const same = await operate({ ...context, now: () => Date.parse(written.gathered_at) }, [
    ...[...ask, "--by", "Kim", "--because", "again"],
  ]);
  expect(same).toMatchObject({ code: 1, text: expect.stringContaining("It cannot be written: EEXIST") });
  expect(JSON.parse(readFileSync(join(folder, json), "utf8"))).toEqual(written);
});
