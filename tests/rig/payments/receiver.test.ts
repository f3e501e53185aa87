import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import { startReceiver } from "../../../tools/rig/payments/receiver";

async function delivering() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const { PAYMENTS_ENTITLEMENTS_URL: url = "", PAYMENTS_ENTITLEMENTS_SECRETS: secret = "" } = receiver.variables;
  /** @returns the answer's status; undefined: there was none */
  const deliver = async (id: string): Promise<number | undefined> => {
    const account = { user_id: 1, email: "a@example.com" };
    const data = { account, sequence: 1, paid_until: "2026-02-01T00:00:00Z", is_active: true, order_id: "ord_1" };
    const body = JSON.stringify({ id, type: "entitlement.changed", data });
    const signature = new Webhook(secret).sign(id, new Date(), body);
    const sentAt = String(Math.floor(Date.now() / 1000));
    const headers = { "webhook-id": id, "webhook-timestamp": sentAt, "webhook-signature": signature };
    const response = await fetch(url, { method: "POST", body, headers }).catch(() => undefined);
    return response?.status;
  };
  return { receiver, deliver };
}

it("an event whose answer is lost is answered when it is sent again, however often answers are to be lost", async () => {
  const { receiver, deliver } = await delivering();
  receiver.loseAnswer();
  receiver.loseAnswer();
  expect(await deliver("evt_1")).toBeUndefined();
  receiver.loseAnswer();
  expect(await deliver("evt_1")).toBe(204);
  expect([await deliver("evt_2"), await deliver("evt_3")]).toEqual([undefined, 204]);
  expect(receiver.mistakes).toEqual([]);
});
