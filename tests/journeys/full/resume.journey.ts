import { expect } from "vitest";
import { AppUser } from "../app-user";
import { buyHere } from "../buy";
import { type Journey, journey } from "../journey";
import { expectSuccess } from "../ledger";

const IN_OTHER_APP = {
  lang: "de",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 334.0.4.32.98",
} as const;

/** Unfolds the way out of the app. @returns its link */
async function wayOut({ page, visitor }: Journey): Promise<string> {
  const { t } = visitor;
  await page.getByText(t("paystatus:openInBrowser.title"), { exact: true }).click();
  return page.getByRole("textbox", { name: t("paystatus:openInBrowser.link") }).inputValue();
}

journey("what was chosen inside another app goes on in the buyer's own browser", IN_OTHER_APP, async (trip) => {
  const { page } = trip;
  await page.goto(await new AppUser(trip).link({ to: "/de/payment/yearly?country=GB&coupon=WELCOME20", sid: 114 }));
  const link = await wayOut(trip);
  await trip.visitor.expectText(trip.visitor.t("paystatus:openInBrowser.code"));
  expect((await page.locator("details.open-in-browser svg").boundingBox())?.width).toBeGreaterThan(100);
  expect(new URL(link).pathname).toBe("/r/yearly.gb.de.c-WELCOME20.app-114");
  await trip.inOtherBrowser(async (there) => {
    await there.page.goto(link);
    await there.expectHeading(there.t("payment:heading"));
    await there.page.getByRole("banner").getByText("VPN Lite", { exact: true }).waitFor();
    await there.expectText(there.t("payment:couponApplied", { coupon: "WELCOME20" }));
    expect(await there.page.getByText(there.t("paystatus:openInBrowser.title")).count()).toBe(0);
    expect(await there.emailField().inputValue()).toBe("");
    await buyHere(there);
  });
});

journey.withoutScripts(
  "an order begun inside another app goes on in the buyer's own browser",
  IN_OTHER_APP,
  async (trip) => {
    const { visitor } = trip;
    await visitor.goPay("yearly");
    await visitor.onHostedPage("cancel");
    await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
    await visitor.payAgain();
    const link = await wayOut(trip);
    await trip.inOtherBrowser(async (there) => {
      await there.page.goto(link);
      await there.expectHeading(there.t("paystatus:cancelled.title"));
      await there.payAgain();
      await there.pay();
      await there.onHostedPage("approve");
      await expectSuccess(there, ["abandoned", "succeeded"]);
    });
  },
);

journey.withoutScripts(
  "a code that says nothing leads to the plans there are",
  { statuses: [404] },
  async ({ visitor, page }) => {
    const answer = await page.goto("/r/no-such-plan");
    expect(answer?.status()).toBe(404);
    await visitor.choosePlan("monthly");
  },
);
