import { expect } from "vitest";
import { AppUser } from "../app-user";
import { buyHere } from "../buy";
import { type Journey, journey } from "../journey";
import { refusingCookies } from "../refused-cookies";

const IN_GERMAN = { lang: "de", browserLanguage: "en-US" } as const;

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
