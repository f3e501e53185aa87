import { expect } from "vitest";
import { redeem } from "~/upstream/contract/apps/redemptions";
import { profile } from "~/upstream/contract/visitor";
import { ask, send, type Target } from "../../../tools/contract/client";
import { mailTo } from "../../sandbox/paid";
import { AppUser } from "../app-user";
import { type Journey, journey } from "../journey";
import { expectSuccess } from "../ledger";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const SAFARI = `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`;
const WEB_VIEW =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36";

const codeIn = (address: string | null | undefined): string => new URL(address ?? "").searchParams.get("code") ?? "";

const apiOf = ({ visitor: { addresses } }: Journey): Target => ({ base: addresses.sandbox, site: addresses.site });

/** What the app does with a link that it was opened by: one call. It is connected where its profile has time. */
async function connect(trip: Journey, address: string | null | undefined) {
  const { token, user_id } = await ask(apiOf(trip), redeem, { body: { code: codeIn(address) } });
  const told = await ask(apiOf(trip), profile, { headers: { Authorization: `Bearer ${token}` } });
  expect(told.user_id).toBe(user_id);
  expect(told.vip.remain_time).toBeGreaterThan(0);
  return told;
}

journey("two taps lead from the form to the app that is connected", { userAgent: SAFARI }, async (trip) => {
  const { visitor, page, context } = trip;
  const handedToApp: { address: string; referrer: string | undefined }[] = [];
  await context.route("https://open.example.com/**", async (route) => {
    const request = route.request();
    handedToApp.push({
      address: request.url(),
      referrer: await request.headerValue("referer").then((told) => told ?? ""),
    });
    await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>The app</title>" });
  });
  let taps = 0;
  await visitor.open("/payment/yearly?sid=101");
  await visitor.enterEmail();
  await visitor.payButton().click();
  taps += 1;
  // The provider's own page: Apple Pay, say, or the card.
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await page.getByRole("link", { name: visitor.t("sale:app.open", { app: "VPN Master" }) }).click();
  taps += 1;
  await page.waitForURL("https://open.example.com/**");
  expect(taps).toBeLessThanOrEqual(2);
  const [handed, ...others] = handedToApp;
  expect(others).toEqual([]);
  // The site's origin and no more: the order's address would let whoever reads it see the order.
  expect(["", `${visitor.addresses.site}/`]).toContain(handed?.referrer);
  expect((await connect(trip, handed?.address)).email).toBe(visitor.email);
  const again = await send(apiOf(trip), redeem, { body: { code: codeIn(handed?.address) } });
  expect(again).toMatchObject({ status: 409, json: { error: { code: "code_used" } } });
});

journey(
  "inside the app's own browser the first thing to do is to go back to it",
  { userAgent: WEB_VIEW },
  async (trip) => {
    const user = new AppUser(trip);
    const { visitor } = user;
    await visitor.page.goto(await user.link({ to: "/payment/yearly", sid: 101 }));
    await visitor.enterEmail();
    await visitor.payButton().click();
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    const first = visitor.page.locator(".actions > *").first();
    expect(await first.textContent()).toBe(visitor.t("sale:app.return", { app: "VPN Master" }));
    const address = await first.getAttribute("href");
    expect(address).toMatch(/^vpn-master:\/\/paid\?code=/);
    expect((await connect(trip, address)).user_id).toBe(user.id);
  },
);

journey(
  "the link in the receipt's mail lets in on another device, once, however often it is looked at",
  async (trip) => {
    const { visitor, page } = trip;
    await visitor.goPay("monthly");
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
    const [letter] = await mailTo(apiOf(trip), visitor.email);
    const [link = ""] = /http\S+\/open\/502\?code=\S+/.exec(letter?.text ?? "") ?? [];
    for (let looked = 0; looked < 2; looked += 1) await page.goto(link);
    await visitor.expectHeading(visitor.t("sale:app.open", { app: "Vela VPN" }));
    // This is a computer: it has a code for the phone, and no app.
    expect(await page.locator(".scan svg").isVisible()).toBe(true);
    await connect(trip, link);
    expect((await send(apiOf(trip), redeem, { body: { code: codeIn(link) } })).status).toBe(409);
  },
);
