import { expect } from "vitest";
import type { LedgerOrder } from "../sandbox/ledger";
import { readForm } from "./bot-check-steps";
import { ableToAsk } from "./hydrated";
import type { Journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { lettersTo, openReceipt } from "./receipt-steps";

/** Fills in the form of the account page as slowly as a person does, and sends it. */
export async function signUp(trip: Journey, email: string): Promise<void> {
  const { visitor, page } = trip;
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).fill(email);
  await readForm(trip);
  await page.getByRole("button", { name: visitor.t("account:signUp.submit"), exact: true }).click();
}

export async function expectSignedIn({ page, visitor }: Journey, email: string): Promise<void> {
  await visitor.expectHeading(visitor.t("account:title"));
  await page.getByRole("main").getByText(email, { exact: true }).waitFor();
}

/** The page says that a link was mailed, whoever the address belongs to; nobody is signed in before it is opened. */
export async function openMailedLink({ page, visitor }: Journey, email: string): Promise<void> {
  await visitor.expectHeading(visitor.t("account:mailed.title"));
  await page.getByRole("main").getByText(email).waitFor();
  const letters = await lettersTo(visitor, email);
  const links = letters.flatMap(({ text }) => [...text.matchAll(/^http\S+$/gm)].map(([link]) => link));
  await page.goto(links.find((link) => new URL(link).pathname.endsWith("/account")) ?? "");
}

/** Signed in by e-mail, the visitor buys without entering anything and logs out. @returns what they bought */
export async function signUpAndBuy(trip: Journey): Promise<LedgerOrder> {
  const { visitor, page } = trip;
  const { isBare } = visitor.addresses;
  await visitor.open("/account");
  await signUp(trip, visitor.email);
  if (!isBare) await openMailedLink(trip, visitor.email);
  await expectSignedIn(trip, visitor.email);
  await visitor.open("/payment/monthly");
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  const order = await expectPaidOnce(visitor);
  await visitor.open("/account");
  // A bare API mails no link, so its accounts prove nothing.
  if (isBare) await visitor.expectText(visitor.t("account:planUnproven"));
  else await page.getByText(/^Active until /).waitFor();
  await logOut(trip);
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).waitFor();
  await visitor.open("/payment/monthly");
  expect(await visitor.emailField().inputValue()).toBe("");
  return order;
}

/** With scripts a dialog asks first; it is loaded after the page. */
async function logOut({ page, visitor, hasScripts }: Journey): Promise<void> {
  const name = visitor.t("account:logout");
  if (hasScripts) await ableToAsk(page);
  await page.getByRole("button", { name, exact: true }).click();
  if (!hasScripts) return;
  const dialog = page.getByRole("dialog", { name: visitor.t("account:logoutQuestion.title") });
  await dialog.getByRole("button", { name: visitor.t("account:logoutQuestion.stay") }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name, exact: true }).click();
  await dialog.getByRole("button", { name, exact: true }).click();
}

/** Typing an address is not enough to sign in to its account: the link that is mailed to it is, and opens its receipts. */
export async function signInByMail(trip: Journey, order: LedgerOrder): Promise<void> {
  const { visitor, page } = trip;
  await visitor.open("/account");
  await signUp(trip, visitor.email);
  await openMailedLink(trip, visitor.email);
  await expectSignedIn(trip, visitor.email);
  await page.getByText(/^Active until /).waitFor();
  await page
    .locator(".status")
    .getByRole("link", { name: visitor.t("nav:receipts") })
    .click();
  await openReceipt(visitor, order);
}
