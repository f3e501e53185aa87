import type { Page } from "playwright-core";
import { expect } from "vitest";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { payAgainAfterCancelling } from "../second-try-steps";
import type { Visitor } from "../visitor";

const MARK = "data-left";

/** Marks the page: a mark that is still there later says that the browser has kept it, as it was left. */
const mark = (page: Page): Promise<void> =>
  page.locator("html").evaluate((html, name) => html.setAttribute(name, ""), MARK);

/** Fills in the form and goes from it to the provider. */
async function leaveForm(visitor: Visitor): Promise<void> {
  await visitor.enterEmail();
  await mark(visitor.page);
  await visitor.pay();
}

/** Back to the form, which the browser has kept in its back/forward cache; a kept page is not loaded. */
async function goBackToCached({ page, t }: Visitor, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await page.goBack({ waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: t("payment:heading"), exact: true }).waitFor();
  expect(await page.locator("html").getAttribute(MARK), "kept by the browser").toBe("");
}

const cachingPages = { keepsPages: true };

journey("back from the provider the form is as it was left, and pays the same order", cachingPages, async (trip) => {
  const { visitor, page } = trip;
  await visitor.open("/");
  await visitor.choosePlan("yearly");
  await leaveForm(visitor);
  const hosted = page.url();
  await goBackToCached(visitor, 1);
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await page.locator("[aria-busy=true], .overlay").first().waitFor({ state: "detached" });
  expect(await page.getByText(visitor.t("global:sending.slow")).count(), "it is over, not slow").toBe(0);
  await visitor.pay();
  expect(page.url()).toBe(hosted);
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey("back after paying the form leads to the order that is paid", cachingPages, async ({ visitor }) => {
  await visitor.open("/payment/yearly");
  await leaveForm(visitor);
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await goBackToCached(visitor, 2);
  await visitor.payButton().click();
  await expectSuccess(visitor);
});

journey(
  "back after cancelling the form leads to the cancelled order, which is paid at the second try",
  cachingPages,
  async ({ visitor }) => {
    await visitor.open("/payment/yearly");
    await leaveForm(visitor);
    await visitor.onHostedPage("cancel");
    await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
    await goBackToCached(visitor, 2);
    await visitor.payButton().click();
    await payAgainAfterCancelling(visitor);
  },
);
