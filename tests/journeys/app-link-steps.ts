import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { AppUser } from "./app-user";
import { buyHere } from "./buy";
import type { Journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { expectSent, openReceipt, sendReceipt } from "./receipt-steps";
import type { Visitor } from "./visitor";

const DAY_S = 86_400;

export const expectApp = ({ page }: Visitor, app: string) =>
  page.getByRole("banner").getByText(app, { exact: true }).waitFor();

/** Nothing that identifies anybody is left in the address. */
export function expectAddress({ page }: Visitor, address: string): void {
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(address);
}

/** From the app's link to a paid plan without entering anything, and to its receipt. */
export const buyFromApp =
  ({ sid, app, manifests }: { sid: number; app: string; manifests: number }) =>
  async (trip: Journey): Promise<void> => {
    const user = new AppUser(trip);
    const { visitor } = user;
    await trip.page.goto(await user.link({ to: "/redirect?to=payment", sid }));
    expectAddress(visitor, "/payment?via=app");
    await expectApp(visitor, app);
    expect(await trip.page.locator("link[rel=manifest]").count()).toBe(manifests);
    await visitor.choosePlan("yearly");
    await visitor.expectText(visitor.t("sale:form.member", { email: visitor.email, id: user.id }));
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
    await visitor.expectText(visitor.t("paysuc:textInApp", { app }));
    expect(await trip.page.getByText(visitor.t("paysuc:access.heading")).count()).toBe(0);

    const order = await expectPaidOnce(visitor);
    await visitor.follow(visitor.t("paysuc:receipts"));
    await openReceipt(visitor, order);
    await expectApp(visitor, app);
    const accountant = `accountant-${randomUUID()}@example.com`;
    await sendReceipt(visitor, accountant);
    await expectSent(visitor, accountant, order);
  };

/** A link that has a false sign, or is a day old, opens no receipts and says how to get to them. */
export async function openReceiptsByOldLink(trip: Journey): Promise<void> {
  const user = new AppUser(trip);
  const { visitor } = user;
  const expectEnded = async (link: string) => {
    await trip.page.goto(link);
    await visitor.expectHeading(visitor.t("receipts:ended.title"));
    await visitor.expectText(visitor.t("receipts:ended.text"));
  };
  await expectEnded(await user.link({ to: "/receipts", age_seconds: DAY_S + 60 }));
  const forged = new URL(await user.link({ to: "/receipts" }));
  forged.searchParams.set("sign", "ab".repeat(32));
  await expectEnded(forged.href);
  await trip.page.goto(await user.link({ to: "/receipts" }));
  await visitor.expectHeading(visitor.t("receipts:empty.title"));
}

/** A link that is no longer good says so, and whoever has it buys all the same. */
export async function buyWithExpiredLink(trip: Journey): Promise<void> {
  const user = new AppUser(trip);
  const { visitor } = user;
  const expectExpired = async (link: string) => {
    await trip.page.goto(link);
    await visitor.expectText(visitor.t("account:notice.expired"));
    expectAddress(visitor, "/payment?link=expired");
  };
  const forged = new URL(await user.link());
  forged.searchParams.set("uid", "100001");
  await expectExpired(forged.href);
  await expectExpired(await user.link({ age_seconds: 31 * DAY_S }));
  await visitor.choosePlan("monthly");
  await buyHere(visitor);
}
