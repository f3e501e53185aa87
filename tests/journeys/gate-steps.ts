import { expect } from "vitest";
import type { Journey } from "./journey";
import { ordersOf } from "./ledger";
import { type RunningSite, startSite } from "./running-site";
import { signUp } from "./sign-up-steps";
import { startSiteWith } from "./site-of-file";

/** A site all of whose visitors are in China. */
export const startSiteInChina = (start: () => Promise<RunningSite> = startSite) =>
  startSiteWith({ default_country: "CN" }, start);

/** Nothing is sold, the page says why before and after, with a way on where there is one, and nothing entered is lost. */
export const expectClosed =
  (why: "gated" | "notSold") =>
  async ({ visitor, page }: Journey): Promise<void> => {
    await visitor.open("/payment/yearly");
    const words = visitor.t(`form-answers:mistakes.${why}`);
    await visitor.expectText(words);
    await visitor.enterEmail();
    await visitor.payButton().click();
    await page.locator(".pay-step").getByText(words).waitFor();
    expect(await visitor.emailField().inputValue()).toBe(visitor.email);
    expect(await ordersOf(visitor)).toEqual([]);
  };

export const expectNoSale = expectClosed("gated");

export async function expectNoSignUp(trip: Journey): Promise<void> {
  const { visitor, page } = trip;
  await visitor.open("/account");
  await signUp(trip, visitor.email);
  await visitor.expectText(visitor.t("form-answers:mistakes.gated"));
  const email = page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") });
  expect(await email.inputValue()).toBe(visitor.email);
}
