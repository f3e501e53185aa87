import { describe, expect, it } from "vitest";
import { endLinks, type InvoiceOwner, invoiceList } from "~/upstream/contract/invoices";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { subscriptionList } from "~/upstream/contract/subscriptions";
import { profile } from "~/upstream/contract/visitor";
import { ask, send, type Target } from "../../../tools/contract/client";
import { purchaseFields, refused, withKey } from "../../../tools/contract/purchases";
import { choose, order, result } from "../buyer";
import { mailedLink, ownerOf } from "../mailed-owner";
import { paidOrder } from "../paid";
import { runningSandbox } from "../running-sandbox";
import { signedAs } from "../signed-as";
import { change, linkOwner, only } from "../subscriber";

const NOON = Date.UTC(2026, 10, 24, 12);

/** A sandbox whose clock stands still: what is made before and after an end has the same time. */
async function standing() {
  let time = NOON;
  const target = await runningSandbox({ now: () => time });
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { ...target, pass };
}

const end = async (target: Target, body: InvoiceOwner) => (await ask(target, endLinks, { body })).receipts;

const opens = async (target: Target, body: object) => (await ask(target, invoiceList, { body })).scope;

async function expectEnded(target: Target, body: object): Promise<void> {
  for (const endpoint of [invoiceList, subscriptionList, endLinks]) {
    const { code } = await refused(target, { endpoint, sent: { body } }, 401, "sign_ended");
    expect(code).toBe(401);
  }
}

describe("ending all older links", () => {
  it("ends the link, its token, and the keys of all orders with the address, a stranger's too", async () => {
    const target = await standing();
    const stranger = await paidOrder(target);
    const owner = await paidOrder(target, { email: stranger.email });
    const link = await mailedLink(target, owner.email);
    const headers = { Authorization: `Bearer ${link.searchParams.get("token")}` };
    await ask(target, profile, { headers });
    const fresh = await end(target, ownerOf(link));
    for (const body of [ownerOf(link), stranger.receipts, owner.receipts]) await expectEnded(target, body);
    await refused(target, { endpoint: profile, sent: { headers } }, 401, "token_invalid");
    expect(await opens(target, fresh)).toBe("account");
    expect((await ask(target, invoiceList, { body: fresh })).invoices).toHaveLength(2);
  });

  it("ends none of anybody else's", async () => {
    const target = await standing();
    const owner = await paidOrder(target);
    const other = await paidOrder(target);
    await end(target, ownerOf(await mailedLink(target, owner.email)));
    expect(await opens(target, other.receipts)).toBe("order");
    expect(await opens(target, linkOwner(target))).toBe("account");
  });

  it("of an app's user ends their links, and the keys of what they bought under any address", async () => {
    const target = await standing();
    const link = linkOwner(target);
    const bought = await paidOrder(target, await signedAs(target, link.user_id));
    const signed = await signedAs(target, link.user_id);
    await end(target, link);
    await expectEnded(target, bought.receipts);
    await expectEnded(target, link);
    const sent = withKey({ ...(await purchaseFields(target)), ...signed });
    await refused(target, { endpoint: soPurchase, sent }, 422, "user_unproven");
    target.pass(1);
    expect(await opens(target, linkOwner(target))).toBe("account");
  });

  it("leaves the page after paying without a key, for an order that was paid before", async () => {
    const target = await standing();
    const owner = await paidOrder(target);
    target.pass(1);
    await end(target, ownerOf(await mailedLink(target, owner.email)));
    const after = await result(target, owner);
    expect([after.status, after.receipts]).toEqual(["success", undefined]);
  });

  it("leaves the page after paying with a key that works, for an order that is paid after it", async () => {
    const target = await standing();
    const { email } = await paidOrder(target);
    target.pass(1);
    const opened = await order(target, { email });
    target.pass(1);
    await end(target, ownerOf(await mailedLink(target, email)));
    target.pass(1);
    await choose(opened.page, "approve");
    const { receipts } = await result(target, opened);
    if (!receipts) throw new Error("the page after paying has no key");
    expect(await opens(target, receipts)).toBe("order");
    const { subscription_id: id, order_id } = await only(target, { receipts });
    expect(order_id).toBe(opened.orderId);
    expect((await result(target, opened)).receipts).toEqual(receipts);
    expect((await change(target, { ...opened, receipts, id }, "cancel")).subscription.state).toBe("ending");
  });

  it("again, in the same moment, ends the key that was answered first", async () => {
    const target = await standing();
    const { email } = await paidOrder(target);
    const first = await end(target, ownerOf(await mailedLink(target, email)));
    const second = await end(target, first);
    await expectEnded(target, first);
    expect(await opens(target, second)).toBe("account");
  });

  it("by two at once with one link is done once, so that nobody loses what they were answered", async () => {
    const target = await standing();
    const { email } = await paidOrder(target);
    const body = ownerOf(await mailedLink(target, email));
    const answers = await Promise.all([1, 2].map(() => send(target, endLinks, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { receipts } = endLinks.answer.parse(answers.find(({ status }) => status === 200)?.json);
    expect(await opens(target, receipts)).toBe("account");
  });

  it("answers a key that opens for life, also what is bought later", async () => {
    const target = await standing();
    const { email } = await paidOrder(target);
    const key = await end(target, ownerOf(await mailedLink(target, email)));
    target.pass(365 * 86_400);
    await paidOrder(target, { email });
    expect((await ask(target, invoiceList, { body: key })).invoices.length).toBeGreaterThan(1);
  });

  it("is refused to the key of an order: whoever bought with an address does not lock its owner out", async () => {
    const target = await standing();
    const stranger = await paidOrder(target);
    const link = ownerOf(await mailedLink(target, stranger.email));
    const sent = { body: stranger.receipts };
    const { code } = await refused(target, { endpoint: endLinks, sent }, 422, "account_needed");
    expect(code).toBe(42201);
    expect(await opens(target, link)).toBe("account");
  });

  it("is refused to a forger", async () => {
    const target = await standing();
    const body = { ...linkOwner(target), sign: "0".repeat(64) };
    await refused(target, { endpoint: endLinks, sent: { body } }, 403, "sign_invalid");
    expect(await opens(target, linkOwner(target))).toBe("account");
  });
});
