import { expect } from "vitest";
import type { Journey } from "./journey";
import { letRenewal, mailedLinks, subscriptionOf } from "./subscription-steps";
import type { Visitor } from "./visitor";

/** The page has exactly one way on. */
async function expectOneWay({ page, t }: Visitor): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("link", { name: t("subscription:renewal.cardLink"), exact: true }).waitFor();
  expect(await main.locator("a.button, button").count()).toBe(1);
}

/** From the letter about a renewal that failed to a new card, which is charged once; then everything is paid. */
export async function renewWithNewCard({ visitor, inOtherBrowser }: Journey): Promise<void> {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await letRenewal(visitor, "fail");
  await inOtherBrowser(async (there) => {
    const { page, t } = there;
    const [link = "", ...others] = await mailedLinks(there, "renewal");
    expect(others).toEqual([]);
    await page.goto(link);
    await there.expectHeading(t("subscription:renewal.title"));
    await there.expectText(t("subscription:renewal.textAmount", { price: "$11.99" }));
    await expectOneWay(there);
    await there.follow(t("subscription:renewal.cardLink"));
    await there.expectHostedPage();
    await page.getByRole("button", { name: "Enter a card that is declined" }).click();
    await page.getByText("Nothing was charged").waitFor();
    expect(await subscriptionOf(there)).toMatchObject({ state: "past_due", charges: [] });

    await page.getByRole("button", { name: "Enter a new card and pay" }).click();
    await page.getByRole("button", { name: "Enter a new card", exact: true }).click();
    await page.getByText("The new card is kept").waitFor();
    expect(await subscriptionOf(there)).toMatchObject({
      state: "active",
      charges: [{ period: 2, amount: 11.99, currency: "USD", state: "kept" }],
    });
    await page.goto(link);
    await there.expectHeading(t("subscription:renewal.fineTitle"));
  });
}
