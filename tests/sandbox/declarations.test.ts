import { describe, expect, it } from "vitest";
import { z } from "zod";
import { declare } from "~/upstream/contract/declarations";
import { ask, type Target } from "../../tools/contract/client";
import { newKey, refused } from "../../tools/contract/purchases";
import { mailTo, paidOrder } from "./paid";
import { runningSandbox, SITE } from "./running-sandbox";

const CANCEL = { kind: "cancel", name: "Erika Mustermann", contract: "a plan from May", email: "erika@example.com" };

const sent = (changes: object = {}, key = newKey()) => ({
  body: { ...CANCEL, ...changes },
  headers: { "Idempotency-Key": key },
});

const send = (target: Target, changes: object = {}, key = newKey()) => ask(target, declare, sent(changes, key));

const listed = z.object({
  declarations: z.array(
    z.looseObject({ id: z.number(), kind: z.string(), act_by: z.string(), order_ids: z.array(z.string()) }),
  ),
});

async function declarationsOf({ base }: Target) {
  return listed.parse(await (await fetch(`${base}/control/declarations.json`)).json()).declarations;
}

const withoutMarks = (text = "") => text.replace(/[\u2068\u2069]/g, "");

describe("what is declared without a link", () => {
  it("is stored, and confirmed by mail with what it says and when, in its language", async () => {
    const target = await runningSandbox();
    const more = { manner: "extraordinary", reason: "it never worked", end_on: "2031-05-31", language: "de" };
    const { declared_at, mailed } = await send(target, more);
    expect(mailed).toBe(true);
    expect(await declarationsOf(target)).toMatchObject([{ ...CANCEL, ...more, declared_at: Date.parse(declared_at) }]);
    const [letter] = await mailTo(target, CANCEL.email);
    expect(letter?.subject).toBe("Deine Kündigung ist bei uns eingegangen");
    const text = withoutMarks(letter?.text).replaceAll("\u00a0", " ");
    for (const words of [
      `um ${declared_at.slice(11, 19)} UTC`,
      "Name: Erika Mustermann",
      "a plan from May",
      "Außerordentlich: aus wichtigem Grund",
      "it never worked",
      "31. Mai 2031",
      "erika@example.com",
    ])
      expect(text).toContain(words);
    expect(text).toContain(`${SITE}/de/cancel\n`);
  });

  it("is answered the same whether the address has bought something or not, and ends nothing by itself", async () => {
    const target = await runningSandbox();
    const { email, orderId } = await paidOrder(target);
    const known = await send(target, { email, contract: orderId });
    const unknown = await send(target, { email: "nobody@example.com", contract: "ord_0" });
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect([known.mailed, unknown.mailed]).toEqual([true, true]);
    const response = await fetch(`${target.base}/control/subscriptions.json?email=${email}`);
    expect(await response.json()).toMatchObject({ subscriptions: [{ state: "active" }] });
    const orders = (await declarationsOf(target)).map(({ order_ids }) => order_ids);
    expect(orders).toEqual(expect.arrayContaining([[orderId], []]));
  });

  it("is one declaration however often it is sent under one key, and its first moment counts", async () => {
    const target = await runningSandbox();
    const key = newKey();
    const first = await send(target, {}, key);
    target.pass(3_600);
    expect(await send(target, {}, key)).toEqual(first);
    expect(await declarationsOf(target)).toHaveLength(1);
    expect(await mailTo(target, CANCEL.email)).toHaveLength(1);
    await refused(
      target,
      { endpoint: declare, sent: sent({ name: "Somebody else" }, key) },
      409,
      "idempotency_conflict",
    );
  });

  it("counts also where the address is sent no fourth confirmation in an hour", async () => {
    const target = await runningSandbox();
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push((await send(target, { contract: `number ${n}` })).mailed);
    expect(answers).toEqual([true, true, true, false]);
    expect(await declarationsOf(target)).toHaveLength(4);
    expect(await mailTo(target, CANCEL.email)).toHaveLength(3);
  });

  it("waits for the operator, the most urgent first, until it is done", async () => {
    const target = await runningSandbox();
    const { declared_at } = await send(target, { kind: "withdraw" });
    await send(target);
    await send(target, { end_on: "2031-05-31" });
    const day = 24 * 60 * 60_000;
    const waiting = await declarationsOf(target);
    expect(waiting.map(({ kind }) => kind)).toEqual(["cancel", "withdraw", "cancel"]);
    expect(Date.parse(waiting[1]?.act_by ?? "") - Date.parse(declared_at)).toBe(14 * day);
    expect(waiting[2]?.act_by).toBe("2031-05-31T00:00:00.000Z");
    const page = await (await fetch(`${target.base}/control/declarations`)).text();
    expect(page).toContain("to end on 2031-05-31");
    const act = () =>
      fetch(`${target.base}/control/declarations/${waiting[0]?.id}`, { method: "POST", redirect: "manual" });
    expect((await act()).status).toBe(303);
    expect((await act()).status).toBe(409);
    expect((await declarationsOf(target)).at(-1)).toMatchObject({ id: waiting[0]?.id });
  });

  it.each([
    ["no address", { email: "no address" }, 422, "email_invalid"],
    ["no name", { name: " " }, 422, undefined],
    ["no such day", { end_on: "2031-02-30" }, 422, undefined],
    ["no reason for what needs one", { manner: "extraordinary" }, 422, undefined],
  ] as const)("is refused with %s", async (_, changes, status, code) => {
    const target = await runningSandbox();
    await refused(target, { endpoint: declare, sent: sent(changes) }, status, code);
    expect(await declarationsOf(target)).toEqual([]);
  });
});
