import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { pdPrepurchase, pdPurchaseStatus } from "~/upstream/contract/purchase-calls";
import { paddleDriver } from "../../../payments/drivers/paddle/driver";
import { invoiceByNumber } from "../../../payments/invoices/list";
import { ask } from "../../../tools/contract/client";
import { withKey } from "../../../tools/contract/purchases";
import { startPaddle } from "../../../tools/stand-ins/paddle/start";
import { formOf } from "../../sandbox/buyer";
import { paddleKeys } from "../drivers/paddle/paddle-under-test";
import { choose } from "../drivers/provider-under-test";
import { runningPayments } from "./running-payments";

const state = z.object({ status: z.string() });

/** Payments that sell through Paddle, whose webhooks come when `ring` is called. */
async function selling() {
  const standIn = await startPaddle(paddleKeys);
  onTestFinished(() => standIn.close());
  const page = `${standIn.origin}/checkout/hsc_of_the_stand_in`;
  const { apiKey, webhookSecret } = paddleKeys;
  const driver = paddleDriver({ apiKey, webhookSecrets: [webhookSecret], apiOrigin: standIn.origin, page });
  const payments = await runningPayments({}, [driver]);
  const ring = async () => {
    for (const { body, headers } of standIn.webhooks.all())
      await fetch(`${payments.target.base}/hooks/paddle`, { method: "POST", headers: { ...headers }, body });
  };
  const order = async () => {
    const form = await formOf(payments.target, { email: `${randomUUID()}@example.com` });
    return ask(payments.target, pdPrepurchase, withKey(form));
  };
  return { payments, standIn, ring, order };
}

it("a buyer who pays at the link has what they bought, and the tax is on Paddle's invoice, to which the receipt points", async () => {
  const { payments, ring, order } = await selling();
  const { order_id, pay_link } = await order();
  await choose({ reference: "", payAt: pay_link, expiresAt: 0 }, "pay");
  await ring();
  await expect
    .poll(async () => (await ask(payments.target, pdPurchaseStatus, { body: { order_id } })).status, {
      timeout: 30_000,
    })
    .toBe("success");
  const receipt = await invoiceByNumber(payments.context.db, 1);
  expect(receipt).toMatchObject({ order_id, seller: expect.stringContaining("https://paddle.net") });
  expect(receipt?.lines?.map(({ kind }) => kind)).not.toContain("tax");
});

it("an order that ends unpaid ends at Paddle, too, where nothing ends by itself", async () => {
  const { payments, standIn, order } = await selling();
  const { pay_link } = await order();
  const states = () =>
    standIn.books.rows(state, "select json ->> 'status' as status from things where kind = 'transaction'");
  expect(states()).toEqual([{ status: "draft" }]);
  payments.pass(31 * 60);
  await expect.poll(states, { timeout: 30_000 }).toEqual([{ status: "canceled" }]);
  expect(await choose({ reference: "", payAt: pay_link, expiresAt: 0 }, "pay")).toBeUndefined();
});
