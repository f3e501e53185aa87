import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { AppUser } from "../app-user";
import { buyHere } from "../buy";
import { type Journey, journey } from "../journey";
import { expectPaidOnce } from "../ledger";
import { openReceipt } from "../receipt-steps";

const IN_GERMAN = { lang: "de", browserLanguage: "en-US" } as const;

/** What is done meanwhile, no request of the browser has a cookie. */
async function refusingCookies(context: BrowserContext, run: () => Promise<void>): Promise<void> {
  await context.route("**", async (route) => {
    await context.clearCookies();
    await route.continue();
  });
  await run();
  await context.unrouteAll({ behavior: "ignoreErrors" });
}

/** Opens an address whose redirect sets cookies, as a browser does that takes none of them. */
async function openWithoutCookies({ page }: Journey, address: string): Promise<void> {
  await page.route(address, async (route) => {
    const { "set-cookie": _, ...headers } = (await route.fetch({ maxRedirects: 0 })).headers();
    await page.context().clearCookies();
    await route.fulfill({ status: 302, headers });
  });
  await page.goto(address);
}

journey("a browser that keeps no cookies is told what an app's link cannot do there", IN_GERMAN, async (trip) => {
  const { context, visitor } = trip;
  const user = new AppUser(trip);
  await refusingCookies(context, async () => {
    await openWithoutCookies(trip, await user.link({ to: "/de/payment/yearly" }));
    await visitor.expectText(visitor.t("account:notice.noCookies"));
    expect(await visitor.emailField().inputValue()).toBe("");
    await buyHere(visitor);
  });
});

journey("a browser that keeps no cookies buys all the same, in its language", IN_GERMAN, async (trip) => {
  const { visitor, context } = trip;
  await refusingCookies(context, async () => {
    await visitor.open("/");
    await visitor.choosePlan("yearly");
    await buyHere(visitor);
    const order = await expectPaidOnce(visitor);
    await visitor.follow(visitor.t("paysuc:receipts"));
    await openReceipt(visitor, order);
  });
});
