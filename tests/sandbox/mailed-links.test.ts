import { describe, expect, it } from "vitest";
import { invoiceList } from "~/upstream/contract/invoices";
import { LINKED_PAGES, resumeLink, subscriptionLink } from "~/upstream/contract/subscriptions";
import { ask, type Target } from "../../tools/contract/client";
import { refused } from "../../tools/contract/purchases";
import { choose, type Ordered, order, result, setUp } from "./buyer";
import { linkIn, ownerOf } from "./mailed-owner";
import { mailTo, paid, paidOrder } from "./paid";
import { type Running, runningSandbox, SITE } from "./running-sandbox";

const recasign = "nojs.attempt.signature";

const askFor = (target: Target, email: string, changes: object = {}) =>
  ask(target, subscriptionLink, { body: { email, page: "cancel", recasign, ...changes } });

describe("a link to a page", () => {
  it.each(LINKED_PAGES)("(%s) opens it for the owner of the address", async (page) => {
    const target = await runningSandbox();
    const { email, orderId } = await paidOrder(target);
    await askFor(target, email.toUpperCase(), { page, language: "de" });
    const [letter] = await mailTo(target, email);
    expect(letter?.html).toContain('<html lang="de"');
    const link = linkIn(letter);
    expect([link.origin, link.pathname]).toEqual([SITE, `/de/${page}`]);
    const { scope, invoices } = await ask(target, invoiceList, { body: ownerOf(link) });
    expect([scope, invoices.map(({ order_id }) => order_id)]).toEqual(["account", [orderId]]);
  });

  it.each([undefined, "en", "//evil.example", "../x"])("in the language %s has no language in it", async (language) => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target);
    await askFor(target, email, { language });
    expect((await mailTo(target, email))[0]?.text).toContain(`${SITE}/cancel?uid=`);
  });

  it("is not told of: whoever types an unknown address gets the same answer, and nobody a mail", async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target);
    expect(await askFor(target, "nobody@example.com")).toEqual(await askFor(target, email));
    expect(await mailTo(target, "nobody@example.com")).toEqual([]);
  });

  it("goes to an address three times an hour at most, whichever page and however often it is asked for", async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target);
    const links = async () => (await mailTo(target, email)).filter(({ text }) => text.includes("/cancel?uid=")).length;
    await Promise.all(Array.from({ length: 6 }, () => askFor(target, email)));
    expect(await links()).toBe(3);
    await askFor(target, email, { page: "receipts" });
    expect(await mailTo(target, email)).toHaveLength(4);
    target.pass(3_601);
    await askFor(target, email);
    expect(await links()).toBe(4);
  });

  it("is refused without proof that a person is there, and to what is no address", async () => {
    const target = await runningSandbox();
    const endpoint = subscriptionLink;
    const body = { email: "somebody@example.com", page: "cancel", recasign };
    await refused(target, { endpoint, sent: { body: { ...body, recasign: "" } } }, 400, "token_empty");
    await refused(target, { endpoint, sent: { body: { ...body, email: "no address" } } }, 422, "email_invalid");
    await setUp(target, { own_proofs: "refused" });
    await refused(target, { endpoint, sent: { body } }, 403, "proof_refused");
  });
});

const url = `${SITE}/payment/monthly?o=here`;

const keep = (target: Target, { orderId, email }: Ordered, changes: object = {}) =>
  ask(target, resumeLink, { body: { order_id: orderId, email, url, ...changes } });

/** What was written to a buyer about an order that is not paid; a look at the orders brings them up to the moment. */
async function reminders(target: Running, email: string): Promise<string[]> {
  await fetch(`${target.base}/control/subscriptions.json`);
  return (await mailTo(target, email)).filter(({ subject }) => subject.includes("isn’t paid")).map(({ text }) => text);
}

const LIFETIME_S = 1_800;

describe("where an unpaid order goes on", () => {
  it("is mailed once, half an hour after it has expired, as it was told first", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await keep(target, ordered);
    await keep(target, ordered, { url: `${SITE}/payment/monthly?o=elsewhere` });
    target.pass(2 * LIFETIME_S - 60);
    expect(await reminders(target, ordered.email)).toEqual([]);
    target.pass(120);
    const [reminder, ...others] = await reminders(target, ordered.email);
    expect(others).toEqual([]);
    for (const words of ["1 month for $11.99", `\n${url}\n`]) expect(reminder).toContain(words);
    await keep(target, ordered);
    expect(await reminders(target, ordered.email)).toHaveLength(1);
  });

  it("is mailed when the order expires, where the settings say so", async () => {
    const target = await runningSandbox();
    await setUp(target, { resume_mail_after_seconds: "0" });
    const ordered = await order(target);
    await choose(ordered.page, "decline");
    await keep(target, ordered);
    target.pass(LIFETIME_S);
    expect(await reminders(target, ordered.email)).toHaveLength(1);
  });

  it("is not mailed to who has paid, by this order or another", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    await keep(target, first);
    await choose(first.page, "approve");
    const second = await order(target);
    await keep(target, second);
    target.pass(LIFETIME_S);
    await result(target, await paid(target, { email: second.email }));
    target.pass(LIFETIME_S + 60);
    expect(await reminders(target, first.email)).toEqual([]);
    expect(await reminders(target, second.email)).toEqual([]);
  });

  it("is kept for the order's own buyer only, and leads to the site only", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    const endpoint = resumeLink;
    const body = { order_id: ordered.orderId, email: ordered.email, url };
    await refused(target, { endpoint, sent: { body: { ...body, email: "x@example.com" } } }, 404, "order_unknown");
    const elsewhere = { ...body, url: "https://evil.example/" };
    await refused(target, { endpoint, sent: { body: elsewhere } }, 422, "address_foreign");
  });
});
