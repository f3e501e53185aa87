import { describe, expect, it } from "vitest";
import { ALL_PROVIDERS, askAt, type ProviderCalls, pd, ps, rb, rz } from "../../tools/contract/providers";
import { purchaseFields } from "../../tools/contract/purchases";
import { chargesOf, choose, historiesOf, orderAt } from "./buyer";
import { formIn } from "./page-form";
import { type Running, runningSandbox } from "./running-sandbox";

const each = ALL_PROVIDERS.map((provider) => [provider.code, provider] as const);

async function left(target: Running, provider: ProviderCalls, outcome: string) {
  const ordered = await orderAt(target, provider);
  return { ...ordered, ...(await choose(ordered.page, outcome)) };
}

const queryOf = (location: string) => Object.fromEntries(new URL(location).searchParams);

describe.each(each)("a buyer at %s", (code, provider) => {
  it("sees who asks for how much, in a page without scripts", async () => {
    const target = await runningSandbox();
    const { page } = await orderAt(target, provider);
    expect(new URL(page).pathname).toMatch(`/hosted/${code}/`);
    const html = await (await fetch(page)).text();
    expect(html).toContain("localhost:3000");
    expect(html).toContain("11.99");
    expect(html).not.toContain("<script");
  });

  it("who approves is charged once, at this provider", async () => {
    const target = await runningSandbox();
    const { orderId, email } = await left(target, provider, "approve");
    expect(await askAt(target, provider, orderId)).toMatchObject({ status: "success", order_state: "done" });
    expect(await chargesOf(target, email)).toEqual(["kept"]);
    expect((await historiesOf(target, email))[0]?.attempts).toEqual([expect.objectContaining({ provider: code })]);
  });

  it("who is declined may go on with the order", async () => {
    const target = await runningSandbox();
    const first = await left(target, provider, "decline");
    expect(await askAt(target, provider, first.orderId)).toMatchObject({ status: "failed", money_taken: "no" });
    const again = await orderAt(target, provider, { email: first.email, order_id: first.orderId });
    expect(again.orderId).toBe(first.orderId);
  });

  it("who cancels has paid nothing", async () => {
    const target = await runningSandbox();
    const { orderId } = await left(target, provider, "cancel");
    expect(await askAt(target, provider, orderId)).toMatchObject({ status: "canceled", money_taken: "no" });
  });

  it("finds no page of another provider under the same name", async () => {
    const target = await runningSandbox();
    const { page } = await orderAt(target, provider);
    const other = code === "so" ? "ps" : "so";
    expect((await fetch(page.replace(`/hosted/${code}/`, `/hosted/${other}/`))).status).toBe(404);
  });
});

describe("on the way back", () => {
  it("pd has one address, whatever happened", async () => {
    const target = await runningSandbox();
    for (const outcome of ["approve", "decline", "cancel"]) {
      const { location } = await left(target, pd, outcome);
      expect(queryOf(location)).toEqual({ o: "there", checkout: expect.stringMatching(/^\d+-chre/) });
    }
  });

  it("rb has one address and says how it went", async () => {
    const target = await runningSandbox();
    for (const [outcome, result] of [
      ["approve", "approved"],
      ["decline", "declined"],
      ["cancel", "canceled"],
    ] as const) {
      const { location } = await left(target, rb, outcome);
      expect(queryOf(location)).toMatchObject({ o: "there", result });
    }
  });

  it("ps names its payment in many ways, which the result call believes of this order only", async () => {
    const target = await runningSandbox();
    const { orderId, location } = await left(target, ps, "approve");
    const { o, PayerID: payer_id, ...names } = queryOf(location);
    expect(o).toBe("there");
    expect(Object.keys(names).sort()).toEqual(["ba_token", "subscription_id", "token", "transaction_id"]);
    expect(await askAt(target, ps, orderId, { ...names, payer_id })).toMatchObject({ status: "success" });
    const other = await orderAt(target, ps);
    await expect(askAt(target, ps, other.orderId, names)).rejects.toThrow("payment_mismatch");
  });

  it("ps cancels with its token", async () => {
    const target = await runningSandbox();
    const { orderId, location } = await left(target, ps, "cancel");
    const { o, token, ...rest } = queryOf(location);
    expect({ o, rest }).toEqual({ o: "back", rest: {} });
    expect(await askAt(target, ps, orderId, { token })).toMatchObject({ status: "canceled" });
  });

  it("rz posts a signed payment, by a button where scripts do not run", async () => {
    const target = await runningSandbox();
    const { orderId, status, text } = await left(target, rz, "approve");
    expect(status).toBe(200);
    const { action, fields } = formIn(text);
    expect(action).toBe((await purchaseFields(target)).return_url);
    expect(await askAt(target, rz, orderId, fields)).toMatchObject({ status: "success" });
  });

  it("rz posts why a payment failed", async () => {
    const target = await runningSandbox();
    const { text } = await left(target, rz, "decline");
    const { fields } = formIn(text);
    expect(fields["error[reason]"]).toBe("bank_declined");
    expect(fields["error[metadata][order_id]"]).toMatch(/^order_/);
  });

  it("rz cancels by a plain link", async () => {
    const target = await runningSandbox();
    const { location } = await left(target, rz, "cancel");
    expect(queryOf(location)).toEqual({ o: "back" });
  });

  it("a buyer may be ahead of the provider's report", async () => {
    const target = await runningSandbox();
    const ordered = await orderAt(target, rb);
    const { location } = await choose(ordered.page, "approve_late", { seconds: "60" });
    expect(queryOf(location)).toMatchObject({ result: "approved" });
    expect(await askAt(target, rb, ordered.orderId)).toMatchObject({ status: "pending", money_taken: "unknown" });
    target.pass(60);
    expect(await askAt(target, rb, ordered.orderId)).toMatchObject({ status: "success" });
  });
});
