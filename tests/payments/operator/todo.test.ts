import { describe, expect, it } from "vitest";
import { forAPerson } from "../../../payments/operator/for-a-person";
import { refundPartly } from "../../../payments/refunds/by-operator";
import { ASKED, EMAIL, operating } from "./operating";

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

type Operating = Awaited<ReturnType<typeof operating>>;

const kindsOf = async ({ context }: Operating) => (await forAPerson(context)).map(({ kind, id }) => [kind, id]);

async function failedRefund({ db, context, orderId }: Operating) {
  const [refund] = await refundPartly(context, orderId, { amount: 5, currency: "EUR" }, { by: "Kim", reason: "asked" });
  await db
    .updateTable("refunds")
    .set({ state: "failed", problem: `The account of ${EMAIL} is closed (closed)` })
    .execute();
  return refund?.id ?? "";
}

async function openDispute({ db, context, orderId }: Operating, id: string, evidenceBy: number | null) {
  const money = { amount: 11.99, currency: "EUR" };
  const said = { state: "open", reason: "fraudulent", evidence_by: evidenceBy, paused_until: null } as const;
  await db
    .insertInto("disputes")
    .values({ id, driver: "so", capture_id: "cap_1", order_id: orderId, ...money, ...said, noted_at: context.now() })
    .execute();
}

async function declaration({ db, context }: Operating) {
  const said = {
    kind: "withdraw",
    name: "A Buyer",
    contract: `my VPN, ${EMAIL}`,
    email: EMAIL,
    language: null,
  } as const;
  const rest = { manner: null, reason: null, end_on: null, mailed: 1, done_at: null };
  const row = {
    key: "key",
    fingerprint: "",
    ...said,
    ...rest,
    declared_at: context.now(),
    act_by: context.now() + 14 * DAY_MS,
  };
  return (await db.insertInto("declarations").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

it("says so where nothing waits for a person", async () => {
  const { run } = await operating();
  expect(await run(["todo"])).toMatchObject({ code: 0, text: "Nothing waits for you.\n" });
});

it("lists what waits for a person, what has a date first, without an address", async () => {
  const at = await operating();
  await failedRefund(at);
  await openDispute(at, "dp_later", at.context.now() + 5 * DAY_MS);
  await openDispute(at, "dp_over", at.context.now() - DAY_MS);
  const number = await declaration(at);
  const { text } = await at.run(["todo"]);
  const heads = text.split("\n").filter((line) => /^\d{4}-/.test(line));
  expect(heads.map((line) => /dp_\w+|declaration|refund_/.exec(line)?.[0])).toEqual([
    "dp_over",
    "dp_later",
    "declaration",
    "refund_",
  ]);
  expect(heads[0]).toContain("until 2026-11-27T00:00:00.000Z, which is OVER");
  expect(text).toContain("5.00 EUR was not given back: The account of b***@example.com is closed (closed)");
  expect(text).toContain(`done ${number}`);
  expect(text).not.toContain(EMAIL);
});

it("a refund that was refused is tried again, and waits for nobody then", async () => {
  const at = await operating();
  const id = await failedRefund(at);
  expect(await kindsOf(at)).toEqual([["refund", id]]);
  expect((await at.run(["again", id], id)).code).toBe(1);
  expect((await at.run(["again", id, ...ASKED], id)).code).toBe(0);
  expect(await kindsOf(at)).toEqual([]);
  const refunds = await at.db.selectFrom("refunds").select(["state", "amount"]).orderBy("id").execute();
  expect(refunds).toEqual([
    { state: "replaced", amount: 5 },
    { state: "due", amount: 5 },
  ]);
  expect(await at.audit()).toMatchObject([{ by: "Kim", command: "again", about: at.orderId }]);
  expect((await at.run(["again", id, ...ASKED], id)).code).toBe(1);
});

describe("a wrong amount", () => {
  /** As it stands when 3.21 was paid in place of 11.99: nothing was granted. */
  async function wrongAmount({ db }: Operating) {
    await db.deleteFrom("grants").execute();
    await db.updateTable("orders").set({ state: "review", grant_state: "none" }).execute();
    const wrong = db.updateTable("captures").set({ state: "disputed", amount: 3.21 }).returning("id");
    return (await wrong.executeTakeFirstOrThrow()).id;
  }

  it("waits until it is given back whole, and the letter does not say that anything ended", async () => {
    const at = await operating();
    const id = await wrongAmount(at);
    const { text } = await at.run(["todo"]);
    expect(text).toContain(`wrong amount  ${id}  of ${at.orderId}`);
    expect(text).toContain("3.21 EUR is held by so, paid in place of 11.99 EUR: nothing was granted");
    expect(text).toContain(`refund ${at.orderId}`);
    const part = await at.run(["refund", at.orderId, "1", ...ASKED], at.orderId);
    expect(part).toMatchObject({ code: 1, text: expect.stringContaining("goes back whole") });
    const whole = await at.run(["refund", id, ...ASKED], at.orderId);
    expect(whole.text).toContain("Give back 3.21 EUR to b***@example.com by so?");
    expect([whole.code, await at.stateOf(), await kindsOf(at)]).toEqual([0, "refunded", []]);
    const audit = (await at.audit()).map(({ command, about, result }) => [command, about, result]);
    expect(audit.at(-1)).toEqual(["refund", at.orderId, "3.21 EUR goes back"]);
    const letters = at.db.selectFrom("order_letters").select(["subject", "body"]).where("kind", "=", "refunded");
    expect(await letters.execute()).toEqual([
      { subject: "We’re refunding €3.21", body: expect.not.stringContaining("Active until") },
    ]);
  });

  it("waits for nobody where somebody gave it back at the provider's", async () => {
    const at = await operating();
    await wrongAmount(at);
    await at.db.updateTable("captures").set({ returned: 3.21 }).execute();
    expect(await kindsOf(at)).toEqual([]);
  });

  it("goes back in each currency in which it was paid", async () => {
    const at = await operating();
    await wrongAmount(at);
    const capture = await at.db.selectFrom("captures").selectAll().executeTakeFirstOrThrow();
    await at.db
      .insertInto("captures")
      .values({ ...capture, id: "cap_2", amount: 400, currency: "JPY" })
      .execute();
    const { text, code } = await at.run(["refund", at.orderId, ...ASKED], at.orderId);
    expect(text).toMatch(/Give back (3.21 EUR, 400 JPY|400 JPY, 3.21 EUR) to/);
    const refunds = await at.db.selectFrom("refunds").select(["amount", "currency"]).orderBy("amount").execute();
    expect([code, refunds]).toEqual([
      0,
      [
        { amount: 3.21, currency: "EUR" },
        { amount: 400, currency: "JPY" },
      ],
    ]);
  });
});

it("a declaration waits until somebody says that it is done", async () => {
  const at = await operating();
  const number = String(await declaration(at));
  expect(await forAPerson(at.context)).toMatchObject([{ id: number, by: at.context.now() + 14 * DAY_MS }]);
  for (const [args, typed] of [
    [[], number],
    [ASKED, "no"],
  ] as const) {
    expect((await at.run(["done", number, ...args], typed)).code).toBe(1);
    expect([await kindsOf(at), await at.audit()]).toEqual([[["declaration", number]], []]);
  }
  const { code, text } = await at.run(["done", number, ...ASKED], number);
  expect(text).toContain('b***@example.com withdraws from "my VPN, b***@example.com" without proof');
  expect([code, await kindsOf(at)]).toEqual([0, []]);
  expect(await at.audit()).toMatchObject([{ by: "Kim", command: "done", about: number }]);
  expect(await at.run(["done", number, ...ASKED], number)).toMatchObject({
    code: 1,
    text: `No declaration ${number} waits.\n`,
  });
});

it("a mail that was not taken waits until it is sent again", async () => {
  const at = await operating();
  await at.db
    .updateTable("mails")
    .set({ state: "failed", problem: `550 <${EMAIL}> is unknown` })
    .execute();
  const [mail] = await forAPerson(at.context);
  expect(mail).toMatchObject({ kind: "mail", what: expect.stringContaining("550 <b***@example.com> is unknown") });
  await at.run(["resend", at.orderId, "receipt"]);
  expect(await kindsOf(at)).toEqual([]);
});

it("a payment waits for a person an hour after its provider began to process it", async () => {
  const at = await operating();
  const { id } = await at.db
    .updateTable("attempts")
    .set({ state: "processing" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const later = (ms: number) => forAPerson({ db: at.db, now: () => at.context.now() + ms });
  expect(await later(HOUR_MS - 1)).toEqual([]);
  expect(await later(HOUR_MS)).toMatchObject([{ kind: "payment", id }]);
});

it("a payment waits for a person whose provider does not say its last word, until it has", async () => {
  const at = await operating();
  const { now } = at.context;
  await at.db.updateTable("attempts").set({ state: "abandoned", payable_until: now(), next_ask_at: now() }).execute();
  const later = (ms: number) => forAPerson({ db: at.db, now: () => now() + ms });
  expect(await later(DAY_MS + HOUR_MS - 1)).toEqual([]);
  expect(await later(DAY_MS + HOUR_MS)).toMatchObject([{ kind: "payment" }]);
  await at.db.updateTable("attempts").set({ settled_at: now(), next_ask_at: null }).execute();
  expect(await later(DAY_MS + HOUR_MS)).toEqual([]);
});

it("a renewal that its provider did not stop within an hour waits, as do a webhook and an event that were given up", async () => {
  const at = await operating();
  const { now } = at.context;
  const subscription = await at.db.selectFrom("subscriptions").select("id").executeTakeFirstOrThrow();
  const order = {
    subscription_id: subscription.id,
    driver: "so",
    reference: "sub_1",
    key: "key",
    done_at: null,
  } as const;
  await at.db
    .insertInto("subscription_orders")
    .values({ ...order, what: "cancel_at_end", state: "due", tries: 7, next_try_at: 0, ordered_at: now() - HOUR_MS })
    .execute();
  const names = { payment: "pi_1", attempt_id: null, capture_id: null, subscription: null };
  await at.db
    .insertInto("hook_events")
    .values({
      driver: "so",
      event_id: "evt_1",
      kind: "paid",
      ...names,
      received_at: 1,
      state: "failed",
      next_try_at: 0,
      problem: "HTTP 500",
    })
    .execute();
  const event = {
    id: "evt_2",
    user_id: 1,
    sequence: 1,
    order_id: at.orderId,
    payload: "{}",
    created_at: 2,
    next_try_at: 0,
  };
  await at.db
    .insertInto("entitlement_events")
    .values({ ...event, type: "account.ended", state: "failed", give_up_at: 0, sent_at: null, problem: "HTTP 500" })
    .execute();
  expect(await kindsOf(at)).toEqual([
    ["webhook", "evt_1"],
    ["entitlement", "evt_2"],
    ["renewal", subscription.id],
  ]);
  expect((await at.run(["again", "evt_1", ...ASKED], "evt_1")).code).toBe(0);
  expect((await kindsOf(at)).map(([kind]) => kind)).toEqual(["entitlement", "renewal"]);
  expect(await at.db.selectFrom("hook_events").select(["state", "tries"]).execute()).toEqual([
    { state: "waiting", tries: 0 },
  ]);
});

it("a day that differs from the provider's books waits until it is compared again without a difference", async () => {
  const at = await operating();
  const day = {
    driver: "so",
    state: "compared",
    complete_at: 1,
    next_try_at: 1,
    compared_at: 2,
    problem: null,
  } as const;
  await at.db
    .insertInto("reconciliations")
    .values([
      { ...day, day: "2026-11-26", differences: 2 },
      { ...day, day: "2026-11-27", differences: 0 },
    ])
    .execute();
  expect(await kindsOf(at)).toEqual([["difference", "so 2026-11-26"]]);
  await at.db.updateTable("reconciliations").set({ differences: 0 }).execute();
  expect(await kindsOf(at)).toEqual([]);
});

it("a day that was not compared an hour after the provider's books were complete waits until it is", async () => {
  const at = await operating();
  const { now } = at.context;
  const day = { driver: "so", state: "due", next_try_at: 1, compared_at: null } as const;
  await at.db
    .insertInto("reconciliations")
    .values([
      { ...day, day: "2026-11-26", complete_at: now() - HOUR_MS, problem: "No answer" },
      { ...day, day: "2026-11-27", complete_at: now() - HOUR_MS + 1, problem: null },
    ])
    .execute();
  const waiting = await forAPerson(at.context);
  expect(waiting).toMatchObject([
    { kind: "not compared", id: "so 2026-11-26", what: "are the books of so on 2026-11-26: No answer" },
  ]);
  await at.db.updateTable("reconciliations").set({ state: "compared", compared_at: now() }).execute();
  expect(await kindsOf(at)).toEqual([]);
});
