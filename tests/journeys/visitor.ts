import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { DEFAULT_LOCALE, directionOf, type LocaleCode, localeOf } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { DeclineBucket } from "~/upstream/contract/purchase-result";
import type { Addresses } from "./running-site";

type HostedOutcome =
  | "approve"
  | "decline"
  | "challenge"
  | "pending"
  | "cancel"
  | "pass"
  | "fail"
  | "abandon"
  | "approve_and_stay"
  | "approve_late"
  | "approve_repeatedly"
  | "approve_twice"
  | "cancel_then_charge"
  | "reordered"
  | "wrong_amount";

/** Somebody in front of the site, by what they do and see there. Every one has an e-mail address of their own. */
export class Visitor {
  readonly t: ReturnType<typeof translate>;

  constructor(
    readonly page: Page,
    readonly lang: LocaleCode,
    readonly addresses: Addresses,
    readonly email = `buyer-${randomUUID()}@example.com`,
  ) {
    this.t = translate(lang);
  }

  /** The same person in another tab. */
  inTab(page: Page): Visitor {
    return new Visitor(page, this.lang, this.addresses, this.email);
  }

  /** Somebody else at the same window. */
  next(): Visitor {
    return new Visitor(this.page, this.lang, this.addresses);
  }

  /** A page in the visitor's language. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.lang === DEFAULT_LOCALE ? path : `/${this.lang}${path === "/" ? "" : path}`);
  }

  async choosePlan(plan: string): Promise<void> {
    const plans = this.page.getByRole("list", { name: this.t("pay-plan:listLabel") });
    const chosen = plans.locator(`[href*="/payment/${plan}"], [formaction*="/payment/${plan}"]`);
    await chosen.waitFor({ state: "attached" });
    // On a narrow screen the checkout shows them behind a link.
    if (!(await chosen.isVisible())) await this.page.getByRole("link", { name: this.t("payment:otherPlans") }).click();
    await chosen.click();
    await this.page.waitForURL((url) => url.pathname.endsWith(`/payment/${plan}`));
  }

  emailField(): Locator {
    return this.page.getByRole("textbox", { name: this.t("payment:emailLabel"), includeHidden: true });
  }

  payButton(): Locator {
    return this.page.getByRole("button", { name: withAnyPrice(this.t("payment:pay", { price: ANY })) });
  }

  payButtonAt(price: string): Locator {
    return this.page.getByRole("button", { name: this.t("payment:pay", { price }), exact: true });
  }

  /** An address that is known stands in a line, which unfolds the field. */
  async enterEmail(email = this.email): Promise<void> {
    const known = this.page.locator(".known:not([open]) > summary");
    if (await known.isVisible()) await known.click();
    await this.emailField().fill(email);
  }

  /** Chooses how to pay; the less usual ways are folded away. */
  async chooseProvider(provider: ProviderCode): Promise<void> {
    const choice = this.page.locator("label.choice", { has: this.page.locator(`input[value=${provider}]`) });
    await choice.waitFor({ state: "attached" });
    if (!(await choice.isVisible())) await this.page.getByText(this.t("providers:more"), { exact: true }).click();
    await choice.click();
  }

  /** Sends the form and goes along to the provider's page. */
  async pay(): Promise<void> {
    // How a payment at the first one of its providers stands a bare API does not tell.
    if (this.addresses.isBare) await this.chooseProvider("so");
    await this.payButton().click();
    await this.expectHostedPage();
  }

  async expectHostedPage(): Promise<void> {
    await this.page.waitForURL((url) => url.origin === this.addresses.sandbox);
  }

  /** From the choice of a plan to the provider's page. */
  async goPay(plan: string): Promise<void> {
    await this.open(`/payment/${plan}`);
    await this.enterEmail();
    await this.pay();
  }

  /** Presses a button of the provider's page. */
  async onHostedPage(
    outcome: HostedOutcome,
    more: { bucket?: DeclineBucket; seconds?: number; afterwards?: "approve" | "decline" } = {},
  ) {
    const { page } = this;
    if (more.bucket !== undefined) await page.locator("[name=bucket]").selectOption(more.bucket);
    if (more.seconds !== undefined) await page.locator("[name=seconds]").fill(more.seconds.toString());
    if (more.afterwards !== undefined) await page.locator("[name=then]").selectOption(more.afterwards);
    const button = page.locator(`button[name=outcome][value=${outcome}]`);
    // The bank's page may still be on its way.
    await button.waitFor({ state: "attached" });
    if (!(await button.isVisible())) await page.locator("summary").click();
    await button.click();
  }

  /** The page has this heading, in the visitor's language and direction. */
  async expectHeading(words: string): Promise<void> {
    await this.page.getByRole("heading", { level: 1, name: words, exact: true }).waitFor();
    // What stands below it has come as well, so that a journey may look for what is not there.
    await this.page.waitForLoadState("domcontentloaded");
    const document = this.page.locator("html");
    expect(await document.getAttribute("lang")).toBe(localeOf(this.lang).tag);
    expect(await document.getAttribute("dir")).toBe(directionOf(this.lang));
  }

  async expectText(words: string): Promise<void> {
    await this.page.getByText(words).first().waitFor();
  }

  async follow(linkWords: string): Promise<void> {
    await this.page.getByRole("link", { name: linkWords, exact: true }).click();
  }

  /** Tries the same way to pay again, which the link names where others stand beside it. */
  async payAgain(): Promise<void> {
    await this.page.getByRole("link", { name: this.t("paystatus:payAgain") }).click();
  }
}

const ANY = "ANY PRICE";

function withAnyPrice(words: string): RegExp {
  const [before = "", after = ""] = words.split(ANY).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${before}.+${after}$`);
}
