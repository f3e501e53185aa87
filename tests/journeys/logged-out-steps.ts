import { expect } from "vitest";
import { setFaults, type WantedFault } from "../sandbox/fault-lab";
import { AppUser } from "./app-user";
import { buyHere } from "./buy";
import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";
import { expectSignedIn, openMailedLink, signUp } from "./sign-up-steps";

/** From now on the payments API answers so to this user's token. */
export async function refuseToken({ id, visitor }: AppUser, kind: NonNullable<WantedFault["kind"]>): Promise<void> {
  const { sandbox: base, site } = visitor.addresses;
  await setFaults({ base, site }, { match: `Bearer ${id}.`, kind });
}

/** Opens the checkout from the app's link, signed in. */
export async function signedIn(trip: Journey): Promise<AppUser> {
  const user = new AppUser(trip);
  await trip.page.goto(await user.link({ to: "/payment/yearly" }));
  await trip.page.getByRole("banner").getByText(user.visitor.email, { exact: true }).waitFor({ state: "attached" });
  return user;
}

/** The question as it can be answered: in front of the page where scripts run, else on it. */
const questionOf = ({ page, hasScripts }: Journey) => (hasScripts ? page.getByRole("dialog") : page.getByRole("main"));

export async function answer(trip: Journey, button: "stay" | "login"): Promise<void> {
  const { t } = trip.visitor;
  const question = questionOf(trip);
  await question.getByText(t("account:question.text")).waitFor();
  await question.getByRole("button", { name: t(`account:question.${button}`), exact: true }).click();
}

/** Logged out and asked about it, the visitor stays on the page, is not asked again, and buys. */
export async function stayAndBuy(trip: Journey): Promise<void> {
  const user = await signedIn(trip);
  const { visitor } = user;
  await refuseToken(user, "code_50008");
  await trip.page.reload();
  await answer(trip, "stay");
  await trip.page.waitForURL((url) => url.pathname + url.search === "/payment/yearly");
  await visitor.expectHeading(visitor.t("payment:heading"));
  expect(await trip.page.getByText(visitor.t("account:question.text")).count()).toBe(0);
  await buyHere(visitor);
}

/** Logged out and asked about it, the visitor confirms: the page loads again without their account, and they log in. */
export async function logInAgainAndBuy(trip: Journey): Promise<void> {
  const user = await signedIn(trip);
  await refuseToken(user, "code_50014");
  await trip.page.reload();
  await answer(trip, "login");
  const { page, visitor } = trip;
  await page.getByText(visitor.t("account:notice.signedOut")).waitFor();
  await visitor.expectHeading(visitor.t("payment:heading"));
  expect(new URL(page.url()).pathname).toBe("/payment/yearly");
  expect(await page.getByText(user.visitor.email).count()).toBe(0);
  await visitor.open("/account");
  await signUp(trip, visitor.email);
  if (!visitor.addresses.isBare) await openMailedLink(trip, visitor.email);
  await expectSignedIn(trip, visitor.email);
  await visitor.open("/payment/yearly");
  await visitor.expectHeading(visitor.t("payment:heading"));
  expect(new URL(page.url()).pathname).toBe("/payment/yearly");
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await buyHere(visitor);
}

/** A session that is over is told once, and the visitor buys. */
export async function buyAfterSessionEnd(trip: Journey): Promise<void> {
  const user = await signedIn(trip);
  await refuseToken(user, "code_401");
  const notice = trip.page.getByText(trip.visitor.t("account:notice.signedOut"));
  await trip.page.reload();
  await notice.waitFor();
  await trip.page.reload();
  expect(await notice.count()).toBe(0);
  await buyHere(user.visitor);
}

type Refusal = Parameters<typeof refuseToken>[1];

/** A token that dies on the way to paying costs one more press, and no entry. */
export const payWithDyingToken =
  (kind: Refusal) =>
  async (trip: Journey): Promise<void> => {
    const user = await signedIn(trip);
    const { page, visitor } = trip;
    await visitor.enterEmail();
    await visitor.chooseProvider("so");
    await refuseToken(user, kind);
    await visitor.payButton().click();
    await visitor.expectText(visitor.t("form-answers:mistakes.signedOut"));
    expect(await visitor.emailField().inputValue()).toBe(visitor.email);
    expect(await page.locator("input[name=provider][value=so]").isChecked()).toBe(true);
    expect(await page.getByText(user.visitor.email).count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
  };
