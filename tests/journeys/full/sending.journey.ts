import type { Route } from "playwright-core";
import { expect } from "vitest";
import { buyHere } from "../buy";
import { eventually } from "../eventually";
import { formHydrated } from "../hydrated";
import { type Journey, journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { setFault } from "../set-fault";
import type { Visitor } from "../visitor";

const PLAN = "/payment/yearly";

/** Lets the journey say whether the browser is connected, whatever this machine is. */
async function connectionOf({ page, context }: Journey): Promise<(isConnected: boolean) => Promise<void>> {
  const browser = await context.newCDPSession(page);
  const wifi = { latency: 0, downloadThroughput: -1, uploadThroughput: -1, connectionType: "wifi" } as const;
  const connect = async (isConnected: boolean) => {
    await browser.send("Network.emulateNetworkConditions", { ...wifi, offline: !isConnected });
  };
  await connect(true);
  return connect;
}

/** What becomes of the next form that the page sends; the one after it goes its way. */
async function befallNextForm({ page }: Journey, befall: (route: Route) => Promise<void>): Promise<() => number> {
  let sent = 0;
  await page.route(`**${PLAN}`, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent += 1;
    return sent === 1 ? befall(route) : route.fallback();
  });
  return () => sent;
}

/** As after a press of the browser's Stop: the page stays, and nothing tells it. */
const stopped = (route: Route) => route.abort("aborted");

/** The site does all that was asked for, and its answer is lost on the way. */
async function unanswered(route: Route): Promise<void> {
  await route.fetch({ maxRedirects: 0 });
  await route.abort("aborted");
}

/** From then on the page's clock stands still until the journey moves it: eight seconds are not long on a slow machine. */
async function fillIn({ visitor, page }: Journey): Promise<void> {
  await page.clock.install();
  await visitor.open(PLAN);
  await visitor.enterEmail();
  await formHydrated(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

const overlayOf = ({ page }: Visitor) => page.locator(".overlay");
const busyButton = ({ page }: Visitor) => page.locator(".button-pay[aria-busy=true]");

/** Pressed once, the button waits, and the page is covered; nothing more is sent by any press. */
async function pressInVain(trip: Journey, sent: () => number): Promise<void> {
  const { visitor, page } = trip;
  await visitor.payButton().click();
  await eventually(() => expect(sent()).toBe(1));
  await busyButton(visitor).waitFor();
  await overlayOf(visitor).waitFor();
  await page.keyboard.press("Enter");
  expect(await busyButton(visitor).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.mouse.dblclick(10, 10);
  expect(sent()).toBe(1);
}

/** After eight seconds the buyer is let go on, and everything is as they left it. */
async function waitInVain({ visitor, page }: Journey): Promise<void> {
  await page.clock.runFor(8_000);
  await page
    .getByRole("status")
    .filter({ hasText: visitor.t("global:sending.slow") })
    .waitFor();
  await overlayOf(visitor).waitFor({ state: "detached" });
  expect(await visitor.payButton().getAttribute("aria-busy")).toBe("false");
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
}

journey.withScripts(
  "a buyer without a connection is told so, loses nothing, and pays once there is one",
  async (trip) => {
    const { visitor, page } = trip;
    const connect = await connectionOf(trip);
    const sent = await befallNextForm(trip, (route) => route.fallback());
    // The last that a page asks for by itself; without a connection it would be a request that fails.
    const watching = page.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith("/builds/"));
    await fillIn(trip);
    await (await watching).finished();
    await visitor.chooseProvider("pd");
    await connect(false);
    await visitor.payButton().click();
    const told = page.getByRole("alert").filter({ hasText: visitor.t("global:sending.offline") });
    await told.waitFor();
    await visitor.payButton().click();
    expect([await told.count(), sent(), await overlayOf(visitor).count()]).toEqual([1, 0, 0]);
    await connect(true);
    await told.waitFor({ state: "detached" });
    expect(await visitor.emailField().inputValue()).toBe(visitor.email);
    expect(await page.locator("input[value=pd]").isChecked()).toBe(true);
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
  },
);

journey.withScripts("a form that was stopped on its way can be sent again", async (trip) => {
  const { visitor } = trip;
  await fillIn(trip);
  const sent = await befallNextForm(trip, stopped);
  await pressInVain(trip, sent);
  await waitInVain(trip);
  expect(await ordersOf(visitor)).toEqual([]);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey.withScripts("whoever presses again because no answer comes pays once", async (trip) => {
  const { visitor } = trip;
  await fillIn(trip);
  await pressInVain(trip, await befallNextForm(trip, unanswered));
  expect(await ordersOf(visitor)).toHaveLength(1);
  await waitInVain(trip);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey.withScripts("a page that comes back as it was when it was left can be sent at once", async (trip) => {
  const { visitor, page } = trip;
  await fillIn(trip);
  await pressInVain(trip, await befallNextForm(trip, stopped));
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await overlayOf(visitor).waitFor({ state: "detached" });
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey.withScripts("another button than the one that pays waits as well, and is not called paying", async (trip) => {
  const { visitor, page } = trip;
  await fillIn(trip);
  const sent = await befallNextForm(trip, stopped);
  await page.locator("details.country > summary").click();
  await page.getByRole("button", { name: visitor.t("payment:countryShow") }).click();
  await eventually(() => expect(sent()).toBe(1));
  await overlayOf(visitor).waitFor();
  expect(await visitor.payButton().getAttribute("aria-disabled")).toBe("true");
  await page.clock.runFor(8_000);
  await page
    .getByRole("status")
    .filter({ hasText: visitor.t("global:sending.wait") })
    .waitFor();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey.withScripts("the form is covered while another plan loads, and keeps what was entered", async (trip) => {
  const { visitor, page } = trip;
  await visitor.open(PLAN);
  await visitor.enterEmail();
  await formHydrated(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/payment/monthly?*", async (route) => {
    await held;
    await route.fallback();
  });
  const choosing = visitor.choosePlan("monthly");
  await overlayOf(visitor).waitFor();
  const { width, height } = (await page.locator("form.pay").boundingBox()) ?? {};
  expect(await overlayOf(visitor).boundingBox()).toMatchObject({ width, height });
  answer();
  await choosing;
  await overlayOf(visitor).waitFor({ state: "detached" });
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey.withoutScripts("a plain form whose answer was lost is sent again, and paid once", async (trip) => {
  const { visitor } = trip;
  await visitor.open(PLAN);
  await visitor.enterEmail();
  const sent = await befallNextForm(trip, unanswered);
  await visitor.payButton().click();
  await eventually(() => expect(sent()).toBe(1));
  await eventually(async () => expect(await ordersOf(visitor)).toHaveLength(1));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey("a slow answer is waited for", async ({ visitor, site, page }) => {
  await setFault(site.addresses, { call: "soPurchase", latency_min_ms: 3_000, times: 1, match: visitor.email });
  await visitor.goPay("yearly");
  await page.goBack();
  await visitor.expectHeading(visitor.t("payment:heading"));
  expect(await visitor.payButton().getAttribute("aria-disabled")).toBe("false");
  await page.goForward();
  await visitor.expectHostedPage();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey("with Save-Data the plain form pays, with no script", async ({ visitor, context, page }) => {
  await context.setExtraHTTPHeaders({ "save-data": "on" });
  await visitor.open(PLAN);
  expect(await page.locator("script:not([type^='application/'])").count()).toBe(0);
  expect(await page.locator("[aria-busy=true], .overlay").count()).toBe(0);
  await buyHere(visitor);
});
