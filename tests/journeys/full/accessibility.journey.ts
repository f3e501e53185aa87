import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { inLanguage } from "~/paths";
import { journey } from "../journey";
import { PAGES } from "../narrow-phone";
import { expectReceipts } from "../receipt-steps";
import { buyAndGoTo, changeButton, letRenewal } from "../subscription-steps";
import { chooseContract } from "../withdraw-steps";

const EVERY_RULE = axe.getRules().map(({ ruleId }) => ruleId);

/**
 * All rules of axe in the light scheme, and in the dark one those about colours, which are all that differs there. The default brand's
 * colours have even the contrast of WCAG's level AAA.
 */
const SCHEMES = [
  { colorScheme: "light", rules: EVERY_RULE, fewest: 10 },
  { colorScheme: "dark", rules: ["color-contrast", "color-contrast-enhanced", "link-in-text-block"], fewest: 1 },
] as const;

/**
 * What axe finds wrong with the page, in the colours of one scheme: rule by rule, with the places.
 * Without motion, as a change of scheme else fades in: axe would see colours that are in neither scheme.
 */
async function barriersIn(page: Page, { colorScheme, rules, fewest }: (typeof SCHEMES)[number]): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] });
  const { passes, violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  expect(passes.length, "rules that found something to look at").toBeGreaterThan(fewest);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

async function expectNoBarriers(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const scheme of SCHEMES)
    expect(await barriersIn(page, scheme), `${page.url()} in ${scheme.colorScheme}`).toEqual([]);
}

for (const lang of ["en", "ar", "de", "ru", "hi", "ja", "my", "ur"] as const) {
  journey.withScripts(
    `every page in ${lang} has names for screen readers and enough contrast`,
    { lang },
    async (trip) => {
      for (const rest of [...PAGES, "/withdraw", "/renewal"]) {
        await trip.page.goto(inLanguage(lang, rest));
        await expectNoBarriers(trip.page);
      }
    },
  );
}

journey.withScripts("so have the sandbox's own pages", async ({ page, visitor, site: { addresses } }) => {
  for (const path of ["/control", "/control/settings", "/control/mails", "/control/mailbox"]) {
    await page.goto(addresses.sandbox + path);
    await expectNoBarriers(page);
  }
  await visitor.goPay("weekly");
  await visitor.expectHostedPage();
  await expectNoBarriers(page);
  await page.goto(`${addresses.sandbox}/control`);
  await page.locator('a[href*="/control/orders/ord_"]').first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectNoBarriers(page);
});

journey.withScripts(
  "so have a question, mistakes, a declined payment, a paid one and its receipts",
  { statuses: [422] },
  async ({ page, visitor }) => {
    await visitor.open("/payment/yearly");
    await visitor.enterEmail("anna@gmial.com");
    await visitor.payButton().click();
    await page
      .getByRole("group", { name: visitor.t("form-answers:emailQuestion.text", { email: "anna@gmail.com" }) })
      .waitFor();
    await expectNoBarriers(page);
    await visitor.enterEmail("an+na@example.com");
    await visitor.payButton().click();
    await page.getByRole("alert").first().waitFor();
    await expectNoBarriers(page);
    await visitor.goPay("yearly");
    await visitor.onHostedPage("decline");
    await visitor.expectHeading(visitor.t("paystatus:declined.title"));
    await expectNoBarriers(page);
    await visitor.payAgain();
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    await expectNoBarriers(page);
    await visitor.follow(visitor.t("paysuc:receipts"));
    await expectReceipts(visitor);
    await expectNoBarriers(page);
  },
);

journey.withScripts(
  "so have subscriptions: cancelled, withdrawn from, and with a renewal that failed",
  async (trip) => {
    const { page, visitor } = trip;
    const { t } = visitor;
    await buyAndGoTo(visitor, "cancel");
    await changeButton(visitor, "cancel.submit").waitFor();
    await expectNoBarriers(page);
    const key = new URL(page.url()).searchParams.get("k") ?? "";
    await changeButton(visitor, "cancel.submit").click();
    await visitor.expectHeading(t("subscription:cancel.doneTitle"));
    await expectNoBarriers(page);
    await changeButton(visitor, "cancel.undo").click();
    await visitor.expectHeading(t("subscription:cancel.resumedTitle"));
    await letRenewal(visitor, "fail");
    await page.goto(`/renewal?${new URLSearchParams({ k: key })}`);
    await visitor.expectHeading(t("subscription:renewal.title"));
    await expectNoBarriers(page);
    await page.goto(`/withdraw?${new URLSearchParams({ k: key })}`);
    await expectNoBarriers(page);
    await chooseContract(visitor);
    await expectNoBarriers(page);
    await changeButton(visitor, "withdraw.confirm").click();
    await visitor.expectHeading(t("subscription:withdraw.doneTitle"));
    await expectNoBarriers(page);
  },
);

journey.withScripts("a plan is bought by keyboard alone", async ({ page, visitor }) => {
  await visitor.open("/payment/yearly");
  await reach(page, () => page.evaluate(() => document.activeElement?.getAttribute("name") === "email"));
  await page.keyboard.type(visitor.email);
  await reach(page, () => page.evaluate(() => document.activeElement?.classList.contains("button-pay") === true));
  await page.keyboard.press("Enter");
  await visitor.expectHostedPage();
  const approve = page.locator("button[name=outcome][value=approve]");
  await reach(page, () => approve.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
});

/** Presses Tab until the focus is there. */
async function reach(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 80 && !(await isThere()); presses += 1) await page.keyboard.press("Tab");
  expect(await isThere()).toBe(true);
}
