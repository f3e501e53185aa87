import { expect } from "vitest";
import { journey } from "../journey";
import { untilWatching } from "../new-version-steps";
import { agree, comeBack, expectViews, openCounted, openDocument, waitForStored } from "../page-view-steps";

journey("every document that is looked at is told once, by the id of its request", async (travel) => {
  const frontId = await agree(travel);
  const scripts = travel.hasScripts ? "on" : "off";
  const plans = { path: "/payment", id: await openCounted(travel, "/payment?utm_source=mail"), scripts };
  // Who leaves before the scripts run is not told of: on a slow machine that takes its time.
  await expectViews(travel, frontId, [plans]);
  const checkout = { path: "/payment/yearly", id: await openCounted(travel, "/payment/yearly"), scripts };
  await expectViews(travel, frontId, [plans, checkout]);
});

journey("the light version's documents are told by the server", async (travel) => {
  const frontId = await agree(travel);
  await travel.context.addCookies([{ name: "lite", value: "1", url: travel.visitor.addresses.site }]);
  const id = await openDocument(travel, "/payment");
  expect(await travel.page.locator("script[src], noscript image").count()).toBe(0);
  await expectViews(travel, frontId, [{ path: "/payment", id, scripts: "off" }]);
});

journey.withScripts(
  "a step from plan to plan is a view, and so is the way back to a page that was kept",
  async (travel) => {
    const frontId = await agree(travel);
    const id = await openDocument(travel, "/payment/yearly");
    const yearly = { path: "/payment/yearly", id };
    const weekly = { path: "/payment/weekly" };
    await expectViews(travel, frontId, [yearly]);
    await travel.visitor.choosePlan("weekly");
    await expectViews(travel, frontId, [yearly, weekly]);
    await comeBack(travel);
    await expectViews(travel, frontId, [yearly, weekly, weekly]);
  },
);

journey.withScripts("what is looked at offline is told when the network is back", async (travel) => {
  const { context, page } = travel;
  const frontId = await agree(travel);
  const id = await openDocument(travel, "/payment/yearly");
  await expectViews(travel, frontId, [{ id }]);
  // The last that a page asks for by itself; without a connection it would be a request that fails.
  await untilWatching(page);
  await context.setOffline(true);
  await comeBack(travel);
  await comeBack(travel);
  await waitForStored(travel, 2);
  await context.setOffline(false);
  await expectViews(travel, frontId, [{ id }, { path: "/payment/yearly" }, { path: "/payment/yearly" }]);
  await waitForStored(travel, 0);
});

journey("of somebody who refused no browser tells anything", async ({ context, page, visitor }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await context.addCookies([{ name: "consent", value: "0", url: visitor.addresses.site }]);
  await visitor.open("/payment/yearly");
  await page.waitForLoadState("networkidle");
  // Leaving a page sends what it has left to tell.
  await visitor.open("/payment/weekly");
  await page.waitForLoadState("networkidle");
  expect(asked).toContain("/payment/weekly");
  expect(asked).not.toContain("/events");
});
