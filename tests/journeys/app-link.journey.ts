import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { expectAddress, expectApp } from "./app-link-steps";
import { AppUser } from "./app-user";
import { journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { expectSent, openReceipt, sendReceipt } from "./receipt-steps";

const APPS = [
  { sid: 101, app: "VPN Master", manifests: 1, travel: journey },
  { sid: 114, app: "VPN Lite", manifests: 0, travel: journey.withoutScripts },
] as const;

for (const { sid, app, manifests, travel } of APPS) {
  travel(`a link of ${app} leads to a paid plan without entering anything, and to its receipt`, async (trip) => {
    const user = new AppUser(trip);
    const { visitor } = user;
    await trip.page.goto(await user.link({ to: "/redirect?to=payment", sid }));
    expectAddress(visitor, "/payment?via=app");
    await expectApp(visitor, app);
    expect(await trip.page.locator("link[rel=manifest]").count()).toBe(manifests);
    await visitor.choosePlan("yearly");
    await visitor.expectText(visitor.t("payment:account.member", { email: visitor.email, id: user.id }));
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
  });
}
