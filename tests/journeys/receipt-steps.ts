import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { formatMoney } from "~/i18n/money";
import type { LedgerOrder } from "../sandbox/ledger";
import { readForm } from "./bot-check-steps";
import { buyHere } from "./buy";
import type { Journey } from "./journey";
import type { Visitor } from "./visitor";

const mailbox = z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string() })) });

/** What has been written to an address. */
export async function lettersTo({ addresses }: Visitor, to: string) {
  const response = await fetch(`${addresses.sandbox}/control/mailbox.json?${new URLSearchParams({ to })}`);
  return mailbox.parse(await response.json()).messages;
}

/** The list of receipts is shown, beside the plans that run, if there are any. */
export async function expectReceipts(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await page.locator("#receipts").waitFor();
  const hasPlan = (await page.locator(".subscription").count()) > 0;
  await visitor.expectHeading(t(hasPlan ? "receipts:headingWithPlan" : "receipts:heading"));
}

/** From the list of receipts to the one there is, as it is printed, and back. */
export async function openReceipt(visitor: Visitor, { id, charges }: LedgerOrder): Promise<void> {
  const { page, t } = visitor;
  await expectReceipts(visitor);
  await page.getByRole("link", { name: t("receipts:open") }).click();
  await visitor.expectHeading(t("receipts:paper.title"));
  // A bare API says of an invoice when it was issued and what it came to.
  if (!visitor.addresses.isBare) {
    await visitor.expectText(id);
    await visitor.expectText(visitor.email);
  }
  for (const charge of charges) await visitor.expectText(formatMoney(visitor.lang, charge));
  await visitor.follow(t("receipts:back"));
}

/** Sends the one receipt of the list that is open. */
export async function sendReceipt({ page, t }: Visitor, to: string): Promise<void> {
  const form = page.locator("details.send");
  if ((await form.getAttribute("open")) === null) await form.locator("summary").click();
  await page.getByRole("textbox", { name: t("receipts:sendTo") }).fill(to);
  await page.getByRole("button", { name: t("receipts:sendNow"), exact: true }).click();
}

/** The page says that it is on its way, and so it is. */
export async function expectSent(visitor: Visitor, to: string, { id }: LedgerOrder): Promise<void> {
  await visitor.expectText(visitor.t("receipts:sentTo", { email: to }));
  const letters = await lettersTo(visitor, to);
  expect(letters).toHaveLength(1);
  for (const part of ["INV-", id]) expect(letters[0]?.text).toContain(part);
}

export const someMailbox = () => `mailbox-${randomUUID()}@example.com`;

type Asking = Pick<Journey, "visitor" | "page" | "hasScripts">;

/** Asks for a link to a page as somebody without one. @returns what the page answers, without the address */
export async function askForLink(trip: Asking, to: "cancel" | "receipts", email: string): Promise<string> {
  const { visitor, page } = trip;
  await visitor.open(`/${to}`);
  await page.locator("form.find").getByRole("textbox").fill(email);
  await readForm(trip);
  await page.getByRole("button", { name: visitor.t("subscription:ask.submit"), exact: true }).click();
  await visitor.expectHeading(visitor.t("subscription:ask.sentTitle"));
  return (await page.getByRole("main").innerText()).replaceAll(email, "");
}

/** Buys without an account. @returns the link to the order that the success page shows */
export async function buyWithoutAccount(visitor: Visitor): Promise<string> {
  await visitor.open("/payment/monthly");
  await buyHere(visitor);
  return visitor.page.getByRole("textbox", { name: visitor.t("paysuc:access.orderLink") }).inputValue();
}
