import { expect } from "vitest";
import { formatDay } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { formatRate, formatShare } from "~/i18n/numbers";
import masterBrand from "../../../app/visitor/brand/101.json";
import brand from "../../../app/visitor/brand/default.json";
import { STATEMENTS } from "../../../sandbox/providers/statements";
import { AppUser } from "../app-user";
import { buyHere } from "../buy";
import { declareFromFooter } from "../declare-steps";
import { expectClosed, expectNoSale } from "../gate-steps";
import { type Journey, journey } from "../journey";
import { cancelAndKeep, cancelWhenReminded, expectWordsAtButton, openCheckout } from "../law-steps";
import { expectPaidOnce } from "../ledger";
import { showPricesFor } from "../price-steps";
import { lettersTo } from "../receipt-steps";
import { startSite } from "../running-site";
import { struckOn } from "../shopping-steps";
import { startSiteWith } from "../site-of-file";
import { startSiteOnLies, tellLies } from "../site-on-lies";
import { buyAndGoTo, followBelow } from "../subscription-steps";
import type { Visitor } from "../visitor";

// Each has the name of its rule in docs/selling-rules.json, and the language of somebody who asks for it. The pages are the same with
// scripts, as other journeys show.

/** The sandbox knows the countries of these addresses. */
const IN_FRANCE = "203.0.113.33";
const IN_CHINA = "203.0.113.86";

const agreement = ({ page }: Visitor): Promise<string> => page.locator("#agreement").innerText();

const inFooter = ({ page }: Visitor, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name, exact: true });

const planCard = ({ page, t }: Visitor, plan: string, words: string) =>
  page
    .getByRole("list", { name: t("pay-plan:listLabel") })
    .locator(`[formaction*="/payment/${plan}"]`, { hasText: words });

const euros = ({ lang }: Visitor, amount: number): string => formatMoney(lang, { amount, currency: "EUR" });

journey.withoutScripts(
  "Directly before it: what, total price with tax, length, renewal, how to end it",
  { lang: "ja" },
  async ({ visitor }) => {
    const { t, lang } = visitor;
    await expectWordsAtButton(visitor, { country: "JP", plan: "yearly", currency: "JPY", today: 7200, later: 7200 });
    await visitor.expectText(t("pay-plan:year", { count: 1, n: "1" }));
    await visitor.expectText(t("sale:taxNamed", { name: "消費税", rate: formatRate(lang, 10) }));
    await visitor.expectText(t("sale:cancelOnline"));
  },
);

journey.withoutScripts("One total price, nothing added later", { lang: "de" }, async ({ visitor, page }) => {
  const { t, lang } = visitor;
  const total = euros(visitor, 46.99);
  await visitor.open("/payment/monthly?country=DE");
  await planCard(visitor, "yearly", total).click();
  const due = page.locator(".line", { hasText: t("sale:lines.dueToday") });
  expect(await due.getByRole("definition").innerText()).toContain(total);
  await visitor.expectText(t("sale:taxNamed", { name: "MwSt.", rate: formatRate(lang, 19) }));
  await visitor.payButtonAt(total).waitFor();
  await visitor.enterEmail();
  await visitor.pay();
  await page.getByText("46.99 EUR", { exact: true }).first().waitFor();
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(t("paysuc:heading"));
  expect((await expectPaidOnce(visitor)).charges).toMatchObject([{ amount: 46.99, currency: "EUR" }]);
});

journey.withoutScripts("Consent to renewal apart from the general terms", async ({ visitor, page }) => {
  const { t } = visitor;
  await expectWordsAtButton(visitor, { country: "US", plan: "yearly", currency: "USD", today: 47.88, later: 47.88 });
  expect(await visitor.payButton().getAttribute("aria-describedby")).toBe("agreement");
  const [, terms = ""] = /<terms>(.+)<\/terms>/.exec(t("payment:agree")) ?? [];
  const elsewhere = page.getByRole("main").getByRole("link", { name: terms, exact: true });
  expect(await elsewhere.getAttribute("href")).toBe(brand.termsUrl);
  expect(await page.locator("#agreement a").count()).toBe(0);
  expect(await agreement(visitor)).not.toContain(terms);
});

journey.withoutScripts("Trial: when it ends, what is charged then, how to avoid it", ({ visitor }) =>
  expectWordsAtButton(visitor, { country: "US", plan: "weekly", currency: "USD", today: 0.99, later: 4.99 }),
);

journey.withoutScripts("The merchant's name on the statement", { lang: "fr" }, async ({ visitor, page }) => {
  const { t } = visitor;
  await visitor.open("/payment/monthly");
  await visitor.expectText(t("payment:statement", { name: STATEMENTS.so }));
  await buyHere(visitor);
  await visitor.expectText(t("paysuc:statementLabel"));
  await page.getByText(STATEMENTS.so, { exact: true }).waitFor();
});

journey.withoutScripts("The buyer chooses the country of the prices", { lang: "fr" }, async (trip) => {
  const { visitor, context } = trip;
  const payAt = (amount: number, currency: string) =>
    visitor.payButtonAt(formatMoney(visitor.lang, { amount, currency }));
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": IN_FRANCE });
  await visitor.open("/payment/yearly");
  await payAt(46.99, "EUR").waitFor();
  await showPricesFor(trip, "GB");
  await payAt(42.99, "GBP").waitFor();
  await visitor.open("/payment/monthly");
  await payAt(10.99, "GBP").waitFor();
});

journey.withoutScripts('"66 % less than paying monthly" is true', { lang: "de" }, async ({ visitor, page }) => {
  const { t, lang } = visitor;
  await visitor.open("/payment/monthly?country=DE");
  await planCard(visitor, "monthly", euros(visitor, 11.99)).waitFor();
  const percent = formatShare(lang, Math.floor(100 * (1 - 46.99 / (12 * 11.99))) / 100);
  await planCard(visitor, "yearly", t("pay-plan:save", { percent }))
    .filter({ hasText: euros(visitor, 46.99) })
    .waitFor();
  expect(await struckOn(page)).toBe(0);
});

journey.withoutScripts("A reminder before a trial ends or a long period renews", { lang: "es" }, async (trip) => {
  await trip.visitor.open("/payment/weekly?country=ES");
  await buyHere(trip.visitor);
  await cancelWhenReminded(trip, "trialEnds", { amount: 4.49, currency: "EUR" });
});

journey.withoutScripts(
  "Ending it online, as easily as it was bought, without a login",
  { lang: "de" },
  async ({ visitor }) => {
    await visitor.open("/");
    await declareFromFooter(visitor, "cancel", "Anna Test", "ord_1");
    for (const fact of ["Anna Test", "ord_1"]) await visitor.expectText(fact);
  },
);

journey.withoutScripts("A confirmation of the end with date and time", { lang: "de" }, async ({ visitor }) => {
  await buyAndGoTo(visitor, "cancel");
  await cancelAndKeep(visitor);
});

journey.withoutScripts(
  "Withdrawing online in two steps, with a receipt",
  { lang: "fr" },
  async ({ visitor, inOtherBrowser }) => {
    await visitor.open("/payment/monthly?country=FR");
    await buyHere(visitor);
    const { id } = await expectPaidOnce(visitor);
    await inOtherBrowser(async (there) => {
      await there.open("/");
      await declareFromFooter(there, "withdraw", "Anne Essai", id);
      const [letter] = await lettersTo(there, there.email);
      expect(letter?.subject).toBe(there.t("mails:withdrawn.heading"));
      for (const fact of ["Anne Essai", id]) {
        await there.expectText(fact);
        expect(letter?.text).toContain(fact);
      }
    });
  },
);

journey.withoutScripts(
  "A renewed plan can be ended at any time with a month's notice, and the rest is paid back",
  { lang: "nl" },
  async ({ visitor }) => {
    const { t, lang } = visitor;
    const on = await openCheckout(visitor, { country: "NL", plan: "yearly" });
    expect(await agreement(visitor)).toContain(t("sale:monthsNotice", { date: formatDay(lang, on) }));
  },
);

journey.withoutScripts("How to withdraw: time, way, model form", { lang: "it" }, async ({ visitor, page }) => {
  const { t } = visitor;
  const right = t("sale:withdrawal", { count: 14, n: "14" });
  await visitor.open("/payment/monthly?country=IT");
  expect(await page.getByRole("main").textContent()).toContain(right);
  await buyHere(visitor);
  await visitor.expectText(right);
  await followBelow(visitor, "withdraw");
  const [lastDay = ""] = t("subscription:withdraw.until", { date: "|" }).split("|");
  const until = await page.getByRole("article").getByText(lastDay).innerText();
  const [letter] = await lettersTo(visitor, visitor.email);
  for (const part of [right, until, t("mails:withdrawal.formHeading"), `${visitor.addresses.site}/it/withdraw?`])
    expect(letter?.text).toContain(part);
});

journey.withoutScripts("No advertising mail without consent", { lang: "de" }, async ({ visitor, page }) => {
  const { t } = visitor;
  await visitor.open("/payment/monthly?country=DE");
  await visitor.expectText(t("sale:form.emailHint"));
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await buyHere(visitor);
  const letters = await lettersTo(visitor, visitor.email);
  expect(letters.map(({ subject }) => subject)).toEqual([t("mails:receipt.subject", { app: brand.appName })]);
});

journey.withoutScripts(
  "What was sold otherwise than agreed is said, and can be undone",
  { lang: "de", ownSite: startSiteOnLies },
  async ({ visitor, page, site }) => {
    const { t } = visitor;
    await visitor.open("/payment/monthly?country=DE");
    await buyHere(visitor);
    tellLies(site, (name, value) =>
      name === "renewal" && typeof value === "object" ? { ...value, amount: 79.99 } : value,
    );
    await page.reload();
    const said = page.getByRole("region", { name: t("paysuc:otherTerms.title") });
    for (const amount of [11.99, 79.99]) await said.getByText(euros(visitor, amount)).first().waitFor();
    await said.getByText(t("paysuc:otherTerms.undo", { email: brand.supportEmail })).waitFor();
    await said.getByRole("link", { name: t("footer:withdraw"), exact: true }).click();
    await page
      .getByRole("article")
      .getByRole("link", { name: t("subscription:withdraw.choose") })
      .waitFor();
  },
);

journey.withoutScripts("Imprint, company, contact", { lang: "de" }, async ({ visitor, page }) => {
  const { t } = visitor;
  await visitor.open("/payment/monthly?country=DE");
  expect(await inFooter(visitor, t("footer:imprint")).getAttribute("href")).toBe(brand.imprintUrl);
  expect(await inFooter(visitor, t("footer:support")).getAttribute("href")).toBe(`mailto:${brand.supportEmail}`);
  await visitor.expectText(t("sale:soldBy", { company: brand.company }));
  await buyHere(visitor);
  const [letter] = await lettersTo(visitor, visitor.email);
  expect(letter?.text).toContain(brand.company);
  await visitor.follow(t("paysuc:receipts"));
  await page.getByRole("link", { name: t("receipts:open") }).click();
  await visitor.expectHeading(t("receipts:paper.title"));
  await visitor.expectText(brand.company);
});

/** The checkout of the brand that has what the default one has not. */
const openMaster = async (trip: Journey): Promise<void> => {
  const { lang } = trip.visitor;
  await trip.page.goto(await new AppUser(trip).link({ to: `/${lang}/payment/yearly`, sid: 101 }));
  await trip.visitor.payButton().waitFor();
};

journey.withoutScripts("特定商取引法に基づく表記", { lang: "ja" }, async (trip) => {
  const { visitor } = trip;
  await openMaster(trip);
  expect(await inFooter(visitor, visitor.t("sale:commerce")).getAttribute("href")).toBe(masterBrand.commerceUrl);
});

journey.withoutScripts("Accessible, and a statement of it", { lang: "fr" }, async ({ visitor }) => {
  const { t } = visitor;
  await visitor.open("/payment/yearly?country=FR");
  await inFooter(visitor, t("footer:accessibility")).click();
  await visitor.expectHeading(t("accessibility:title"));
  await visitor.expectText(t("accessibility:proofs.keyboard"));
  await visitor.expectText(t("accessibility:contact", { email: brand.supportEmail }));
});

journey.withoutScripts("Age", { lang: "de" }, async (trip) => {
  await openMaster(trip);
  const age = masterBrand.minimumAge;
  expect(await agreement(trip.visitor)).toContain(trip.visitor.t("sale:agreement.age", { count: age, n: `${age}` }));
});

journey.withoutScripts(
  "Nobody is sold to who may not be",
  {
    lang: "fa",
    ownSite: startSiteWith({ default_country: "IR" }, () => startSite({ CLOSED_COUNTRIES: "IR" })),
    statuses: [403],
  },
  expectClosed("notSold"),
);

journey.withoutScripts(
  "Countries whose law restricts the sale of VPNs",
  { lang: "zh-hans", statuses: [403] },
  async (trip) => {
    await trip.context.setExtraHTTPHeaders({ "X-Forwarded-For": IN_CHINA });
    await expectNoSale(trip);
  },
);

journey.withoutScripts("Subscriptions in the UK", async (trip) => {
  const { visitor } = trip;
  await expectWordsAtButton(visitor, { country: "GB", plan: "yearly", currency: "GBP", today: 42.99, later: 42.99 });
  await buyHere(visitor);
  await cancelWhenReminded(trip, "renewsSoon", { amount: 42.99, currency: "GBP" });
});
