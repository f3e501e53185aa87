import { expect } from "vitest";
import { hydrated } from "../hydrated";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { NARROWEST } from "../narrow-phone";
import { choose, comeBack, deploy, documentsOf, openWatching, untilWatching } from "../new-version-steps";
import { LATER_S, letNewest } from "../order-steps";

journey.withScripts(
  "after a deploy the next plan is a document, once; without one it changes in place",
  async (trip) => {
    const { page } = trip;
    await openWatching(trip, "/payment/yearly");
    const documents = documentsOf(page);
    await comeBack(trip);
    await choose(trip, "weekly");
    expect(documents).toEqual([]);
    await deploy(page);
    await comeBack(trip);
    await choose(trip, "monthly");
    expect(documents).toEqual(["/payment/monthly"]);
    // The document is of the old build, as while copies are replaced: what was loaded just now is not loaded again.
    await untilWatching(page);
    await comeBack(trip);
    await page.evaluate(() => sessionStorage.setItem("reloads", JSON.stringify({ "/payment/yearly": Date.now() })));
    await choose(trip, "yearly");
    expect(documents).toEqual(["/payment/monthly"]);
  },
);

journey.withScripts(
  "on a phone the other plans may be open: where nothing was entered the next plan is a document",
  async (trip) => {
    const { page, visitor } = trip;
    await page.setViewportSize(NARROWEST);
    await openWatching(trip, "/payment/yearly");
    await hydrated(page);
    await visitor.follow(visitor.t("payment:otherPlans"));
    const documents = documentsOf(page);
    await deploy(page);
    await comeBack(trip);
    await choose(trip, "weekly");
    expect(documents).toEqual(["/payment/weekly"]);
  },
);

journey.withScripts("what is being typed survives a deploy, and is bought with", async (trip) => {
  const { page, visitor } = trip;
  await openWatching(trip, "/payment/yearly");
  await visitor.enterEmail();
  await deploy(page);
  await comeBack(trip);
  const documents = documentsOf(page);
  await choose(trip, "weekly");
  expect(documents).toEqual([]);
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey.withScripts(
  "a part of the page that is gone makes the next plan a document",
  { statuses: [404] },
  async ({ page, ...trip }) => {
    await page.addInitScript(() => {
      addEventListener("vite:preloadError", () => {
        document.documentElement.dataset.failed = "";
      });
    });
    await page.route("**/assets/watch-version-*.js", (route) => route.fulfill({ status: 404, body: "" }));
    await trip.visitor.open("/payment/yearly");
    await page.locator("[data-failed]").waitFor();
    const documents = documentsOf(page);
    await choose({ page, ...trip }, "weekly");
    expect(documents).toEqual(["/payment/weekly"]);
  },
);

journey.withScripts("on a slow link nothing is loaded ahead; who comes back is told all the same", async (trip) => {
  const { page, visitor, context } = trip;
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } });
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await visitor.open("/payment/yearly");
  await hydrated(page);
  await page.clock.runFor(600_000);
  await page.waitForLoadState("networkidle");
  const isAhead = (path: string) => /^\/(builds|version)|watch-version/.test(path);
  expect(asked.filter(isAhead)).toEqual([]);
  await deploy(page);
  await comeBack(trip);
  const documents = documentsOf(page);
  await choose(trip, "weekly");
  expect(documents).toEqual(["/payment/weekly"]);
});

journey.withScripts(
  "a status page whose success page's script is gone comes there all the same, and does not go round",
  { statuses: [404] },
  async ({ page, visitor }) => {
    // Remix says on the console why it loads the page again.
    await page.addInitScript(() => {
      console.error = () => {};
    });
    await visitor.goPay("yearly");
    await page.route(/\/assets\/.*paysuc.*\.js/, (route) => route.fulfill({ status: 404, body: "" }));
    const documents = documentsOf(page);
    await visitor.onHostedPage("approve_late", { seconds: LATER_S });
    await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
    await letNewest(visitor, "report");
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    await page.waitForLoadState("networkidle");
    expect(documents.filter((path) => path === "/paystatus").length).toBeLessThanOrEqual(2);
    expect(documents.filter((path) => path === "/paysuc")).toEqual(["/paysuc"]);
  },
);
