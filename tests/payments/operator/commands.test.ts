import { describe, expect, it, vi } from "vitest";
import { deriveEvents } from "../../../payments/entitlements/derive";
import { auditedApart } from "../../../payments/operator/audit";
import { ASKED, EMAIL, operating } from "./operating";

describe("order", () => {
  it("tells what is known of an order by its number, its buyer's address and the provider's id, with the address masked", async () => {
    const { db, orderId, run } = await operating();
    const { reference } = await db.selectFrom("attempts").select("reference").executeTakeFirstOrThrow();
    const { id: capture } = await db.selectFrom("captures").select("id").executeTakeFirstOrThrow();
    for (const name of [orderId, EMAIL, reference, capture]) {
      const { code, text } = await run(["order", name]);
      expect(code).toBe(0);
      expect(text).toContain(`Order ${orderId}: done, monthly, b***@example.com`);
      expect(text).toContain("11.99 EUR  kept");
      expect(text).toContain("granted");
      expect(text).toMatch(/Access:\n {2}active, paid until 2026-12-2.*, renews/);
    }
  });

  it("shows whole addresses only to who says why, and writes that down", async () => {
    const { orderId, run, audit } = await operating();
    expect(await run(["order", orderId, "--show"])).toMatchObject({
      code: 1,
      text: expect.not.stringContaining(EMAIL),
    });
    expect(await audit()).toEqual([]);
    expect((await run(["order", orderId, "--show", ...ASKED])).text).toContain(EMAIL);
    const row = {
      by: "Kim",
      because: "asked by mail",
      command: "show",
      about: orderId,
      result: "addresses were shown",
    };
    expect(await audit()).toEqual([row]);
    const refused = await run(["refund", orderId, "--show", ...ASKED], "no");
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining(EMAIL) });
    expect(await audit()).toEqual([row, row]);
  });

  it("says so where there is none, and how it is used where nothing is asked", async () => {
    const { run } = await operating();
    expect(await run(["order", "ord_unknown"])).toMatchObject({ code: 1, text: "No order is known by ord_unknown.\n" });
    expect((await run([])).code).toBe(2);
    expect((await run(["order", "x", "--unknown"])).code).toBe(1);
  });
});

describe("refund", () => {
  it("asks first, gives the money back once, and writes down who, what and why", async () => {
    const { orderId, run, stateOf, audit } = await operating();
    const { code, text } = await run(["refund", EMAIL, ...ASKED], orderId);
    expect(text).toContain("Give back 11.99 EUR to b***@example.com by so, and end what was bought?");
    expect([code, await stateOf()]).toEqual([0, "refunded"]);
    expect(await audit()).toEqual([
      { by: "Kim", because: "asked by mail", command: "refund", about: orderId, result: "11.99 EUR goes back" },
    ]);
    expect((await run(["refund", orderId, ...ASKED], orderId)).code).toBe(1);
  });

  it.each([
    ["all of it goes back, and the plan has ended", [], "€11.99", "Your plan has ended, and we’re refunding €11.99 to"],
    ["a part of it goes back", ["5.5"], "€5.50", "We’re refunding €5.50 to"],
  ])("tells the buyer by letter that %s", async (_, amount, price, text) => {
    const { db, orderId, run } = await operating();
    await run(["refund", orderId, ...amount, ...ASKED], orderId);
    const letters = db.selectFrom("order_letters").selectAll().where("subject", "like", "%refunding%");
    const [letter, ...others] = await letters.execute();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ recipient: EMAIL, subject: `We’re refunding ${price}` });
    expect(letter?.body).toMatch(new RegExp(`^${text}`, "m"));
    expect(letter?.body).not.toContain("Active until");
  });

  it.each([
    ["something else is typed", ["refund", EMAIL, ...ASKED], "yes"],
    ["a script confirms another order", ["refund", EMAIL, ...ASKED, "--yes", "ord_other"], ""],
    ["nobody says who does it", ["refund", EMAIL, "--because", "asked"], ""],
    ["nobody says why", ["refund", EMAIL, "--by", "Kim"], ""],
  ])("changes nothing where %s", async (_, args, typed) => {
    const { run, stateOf, audit } = await operating();
    expect((await run(args, typed)).code).toBe(1);
    expect([await stateOf(), await audit()]).toEqual(["done", []]);
  });

  it("gives a part back, and what was bought runs on", async () => {
    const { db, orderId, run, stateOf } = await operating();
    const { text, code } = await run(["refund", orderId, "5.5", ...ASKED], orderId);
    expect(text).toContain("Give back 5.50 EUR of 11.99 EUR to b***@example.com by so? What was bought runs on.");
    expect([code, await stateOf()]).toEqual([0, "done"]);
    const refunds = await db.selectFrom("refunds").select(["amount", "asked_by", "reason"]).execute();
    expect(refunds).toEqual([{ amount: 5.5, asked_by: "Kim", reason: "asked by mail" }]);
    expect((await run(["refund", orderId, "6.5", ...ASKED], orderId)).code).toBe(1);
    expect((await run(["refund", orderId, "-1", ...ASKED], orderId)).code).toBe(1);
  });

  it("is confirmed by a script with the order's number", async () => {
    const { orderId, run, stateOf } = await operating();
    expect((await run(["refund", orderId, ...ASKED, "--yes", orderId])).code).toBe(0);
    expect(await stateOf()).toBe("refunded");
  });
});

it("what was done is not called failed where that cannot be written down", async () => {
  const { db, context, orderId, audit } = await operating();
  const log = { ...context.log, error: vi.fn() };
  const entry = { by: "Kim", because: "asked", command: "refund", about: orderId };
  const work = async () => {
    await db.schema.alterTable("audit").renameTo("audit_away").execute();
    return "11.99 EUR goes back";
  };
  expect(await auditedApart({ ...context, log }, entry, work)).toMatch(/^11.99 EUR goes back \(the audit does not/);
  await db.schema.alterTable("audit_away").renameTo("audit").execute();
  expect(await audit()).toEqual([{ ...entry, result: "begun" }]);
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ command: "refund", about: orderId, by: "Kim", result: "11.99 EUR goes back" }),
    expect.any(String),
  );
});

it("end stops the renewals; what is paid runs on, and the buyer is written to", async () => {
  const { db, orderId, run, stateOf, audit } = await operating();
  const { id, ends_at } = await db.selectFrom("subscriptions").select(["id", "ends_at"]).executeTakeFirstOrThrow();
  expect((await run(["end", id, ...ASKED], orderId)).code).toBe(0);
  const after = await db.selectFrom("subscriptions").select(["state", "ends_at"]).executeTakeFirstOrThrow();
  expect([after, await stateOf()]).toEqual([{ state: "ending", ends_at }, "done"]);
  expect(await audit()).toMatchObject([{ command: "end", about: orderId, result: expect.stringContaining("ending") }]);
});

it("resend sends the last receipt once more, as it was", async () => {
  const { db, orderId, run, audit } = await operating();
  const { subject } = await db.selectFrom("mails").select("subject").executeTakeFirstOrThrow();
  const { code, text } = await run(["resend", orderId, "receipt", ...ASKED]);
  const [before, after] = text.split("\n");
  expect([code, before]).toEqual([0, `Sending one letter to b***@example.com: "${subject}", as it was.`]);
  const about = { by: "Kim", because: "asked by mail", command: "resend receipt", about: orderId };
  expect(await audit()).toEqual([{ ...about, result: after }]);
  const mails = await db.selectFrom("mails").select(["kind", "recipient", "body"]).execute();
  expect(mails).toHaveLength(2);
  expect(mails[1]).toEqual(mails[0]);
  expect((await run(["resend", orderId, "invoice"])).code).toBe(1);
});

it("replay says which event it sends, then sends it again, or how an account stands", async () => {
  const { db, context, run, audit } = await operating();
  await deriveEvents(context);
  await db.updateTable("entitlement_events").set({ state: "failed" }).execute();
  const { id } = await db.selectFrom("entitlement_events").select("id").executeTakeFirstOrThrow();
  const same = await run(["replay", id]);
  const was = `Sending one event to your servers: account.activated (${id}), as it was.\n`;
  expect(same).toMatchObject({ code: 0, text: `${was}the event is sent again, as it was\n` });
  const present = await run(["replay", EMAIL]);
  expect(present.text).toMatch(/^Sending one event to your servers: how account \d+ stands at present\.\n/);
  expect(await audit()).toMatchObject([
    { command: "replay", about: id, result: "the event is sent again, as it was" },
    { command: "replay", result: "how the account stands at present is sent" },
  ]);
  const events = await db
    .selectFrom("entitlement_events")
    .select(["state", "type", "sequence"])
    .orderBy("sequence")
    .execute();
  expect(events).toEqual([
    { state: "waiting", type: "account.activated", sequence: 1 },
    { state: "waiting", type: "account.activated", sequence: 2 },
  ]);
  expect((await run(["replay", "evt_unknown"])).code).toBe(1);
  const unknown = await run(["replay", "other@example.com"]);
  expect(unknown).toMatchObject({ code: 1, text: "There is no account o***@example.com.\n" });
});
