import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { atProvider, goOnFrom, payForm } from "../../rig/next-request";
import { type Page, PlainBrowser, type Request } from "../../rig/plain-browser";
import { type LedgerOrder, readLedger } from "../../sandbox/ledger";

const MANY = 50;

const { site, sandbox } = inject("addresses");

/** A pay form, filled in and not yet sent. */
async function filledForm(browser: PlainBrowser, email: string): Promise<Request> {
  const answer = await browser.send({ address: new URL("/payment/monthly", site) });
  if (answer.kind === "redirect") throw new Error(`the form is at ${answer.to.address}`);
  return payForm(answer.page, entriesOf(email));
}

/** Goes on from a sent form until the buyer is at the provider. A form that comes back is sent again. */
async function paymentPageAfter(browser: PlainBrowser, email: string, sent: Request): Promise<Page> {
  const answer = await browser.send(sent);
  if (answer.kind === "redirect") return paymentPageAfter(browser, email, answer.to);
  const { page } = answer;
  if (page.address.origin === sandbox) return page;
  const next =
    page.content.querySelector("form.pay") === null ? goOnFrom(page).request : payForm(page, entriesOf(email));
  return paymentPageAfter(browser, email, next);
}

const entriesOf = (email: string) => ({ email, provider: "so" });

async function onlyOrder(email: string): Promise<LedgerOrder> {
  const [order, ...others] = await readLedger(sandbox, email);
  expect(others).toEqual([]);
  if (order === undefined) throw new Error("there is no order");
  return order;
}

/** Sends all forms at once; whatever each of them is answered leads to the one payment page, where the buyer pays. */
async function expectOneCharge(browser: PlainBrowser, email: string, forms: Request[]): Promise<void> {
  const pages = await Promise.all(forms.map((form) => paymentPageAfter(browser, email, form)));
  expect(new Set(pages.map(({ address }) => address.href)).size).toBe(1);
  expect((await onlyOrder(email)).attempts).toHaveLength(1);
  await Promise.all(pages.map((page) => browser.send(atProvider(page, { outcome: "approve" }))));
  const { state, charges, grants } = await onlyOrder(email);
  expect(state).toBe("done");
  expect(charges).toEqual([expect.objectContaining({ state: "kept" })]);
  expect(grants).toHaveLength(1);
}

test.concurrent("one form sent fifty times at once, and paid fifty times at once, is charged once", {
  timeout: 600_000,
}, async () => {
  const browser = new PlainBrowser();
  const email = `${randomUUID()}@example.com`;
  const form = await filledForm(browser, email);
  await expectOneCharge(browser, email, Array<Request>(MANY).fill(form));
});

test.concurrent("fifty forms of one buyer for one plan, sent at once, are one order that is charged once", {
  timeout: 600_000,
}, async () => {
  const browser = new PlainBrowser();
  const email = `${randomUUID()}@example.com`;
  // The first visit gives the browser its cookie; fifty first visits at once would be fifty browsers.
  const first = await filledForm(browser, email);
  const others = await Promise.all(Array.from({ length: MANY - 1 }, () => filledForm(browser, email)));
  const forms = [first, ...others];
  await expectOneCharge(browser, email, forms);
});
