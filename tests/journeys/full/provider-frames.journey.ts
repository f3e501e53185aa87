import type { Page } from "playwright-core";
import { expect } from "vitest";
import { formOffering } from "../at-provider";
import { eventually } from "../eventually";
import { ableToAsk } from "../hydrated";
import { type Journey, journey } from "../journey";
import { expectPaidOnce, expectSuccess } from "../ledger";
import { startSite } from "../running-site";
import { siteOfFile } from "../site-of-file";

/** Both providers that can open in the page do. */
const ownSite = siteOfFile(() => startSite({ INLINE_PROVIDERS: "pd,rz" }));

/** To the provider's frame in the site's own page. */
async function openFrame(
  { visitor, page, context }: Journey,
  provider: "pd" | "rz",
  form = formOffering("yearly", provider),
): Promise<void> {
  // To the browser a page on loopback comes from nowhere near, so its frame needs leave to load from this machine.
  await context.grantPermissions(["local-network-access"]);
  await visitor.open(form);
  await visitor.enterEmail();
  await visitor.chooseProvider(provider);
  await visitor.payButton().click();
  await visitor.expectHeading(visitor.t("paystatus:handOff.frameTitle"));
  await page.frameLocator("iframe").locator("button[value=approve]").waitFor();
}

/** Presses Tab until the focus is on something, and Enter there. */
async function pressByKeyboard(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press("Tab");
  expect(await isThere()).toBe(true);
  await page.keyboard.press("Enter");
}

journey.withScripts(
  "pd: a buyer pays in the frame without leaving the page, by keyboard alone",
  { ownSite },
  async (trip) => {
    const { visitor, page } = trip;
    await openFrame(trip, "pd");
    const place = page.getByRole("region", { name: visitor.t("paystatus:handOff.frameTitle") });
    await eventually(async () =>
      expect(await place.evaluate((element) => element === document.activeElement)).toBe(true),
    );
    expect(await page.locator("iframe:not([title])").count()).toBe(0);
    const approve = page.frameLocator("iframe").locator("button[value=approve]");
    await pressByKeyboard(page, () => approve.evaluate((button) => button === document.activeElement));
    await expectSuccess(visitor);
    await expectPaidOnce(visitor);
  },
);

journey.withScripts(
  "rz: a buyer pays in the form over the page, and one who closes it has paid nothing",
  { ownSite },
  async (trip) => {
    const { visitor, page } = trip;
    await openFrame(trip, "rz");
    await page.frameLocator("iframe").locator("button[value=cancel]").click();
    await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
    await visitor.payAgain();
    await visitor.chooseProvider("rz");
    await visitor.payButton().click();
    await page.frameLocator("iframe").locator("button[value=approve]").click();
    await expectSuccess(visitor, ["abandoned", "succeeded"]);
  },
);

for (const provider of ["pd", "rz"] as const)
  journey.withScripts(
    `${provider}: what is paid for, its price, its tax, and what follows stand beside the frame`,
    { ownSite },
    async (trip) => {
      const { visitor, page } = trip;
      await openFrame(trip, provider, `/payment/yearly?country=GB&provider=${provider}`);
      const summary = page.getByRole("complementary", { name: visitor.t("checkout:summary") });
      const words = (await summary.innerText()).replace(/\s+/g, " ");
      expect(words).toMatch(/1 year Price £42\.99 Due today £42\.99 Includes VAT \(20%\) £7\.\d\d/);
      expect(words).toMatch(/Renews for £42\.99 on .+, then every year until you cancel\./);
      expect(words).toMatch(/Cancel by .+, and you pay nothing more\./);
      expect(words).toContain("30-day money-back guarantee.");
    },
  );

/** Width and layer of the open dialog in pixels, as the browser lays it out. */
const layoutOf = (page: Page) =>
  page.getByRole("dialog").evaluate((dialog) => {
    const { width, left, bottom } = dialog.getBoundingClientRect();
    const isCentred = Math.abs(left * 2 + width - window.innerWidth) < 2;
    return {
      width: Math.round(width),
      isCentred,
      below: window.innerHeight - bottom,
      layer: getComputedStyle(dialog).zIndex,
    };
  });

journey.withScripts("whoever follows a link away from a half-paid order is asked first", { ownSite }, async (trip) => {
  const { visitor, page } = trip;
  await openFrame(trip, "pd");
  const plans = page.getByRole("banner").getByRole("link", { name: visitor.t("nav:plans"), exact: true });
  const dialog = page.getByRole("dialog", { name: visitor.t("paystatus:leave.title") });
  await ableToAsk(page);
  await plans.click();
  await dialog.locator("strong").waitFor();
  for (const [width, wide] of [
    [320, 312],
    [360, 324],
    [430, 387],
    [1280, 416],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await eventually(async () =>
      expect(await layoutOf(page)).toMatchObject({ width: wide, isCentred: true, layer: "999" }),
    );
    expect((await layoutOf(page)).below < 100, `${width} px: where the thumb is`).toBe(width < 768);
  }
  await dialog.getByRole("button", { name: visitor.t("paystatus:leave.stay") }).click();
  await dialog.waitFor({ state: "detached" });
  await plans.click();
  await dialog.getByRole("button", { name: visitor.t("paystatus:leave.leave") }).click();
  await page.waitForURL((url) => url.pathname === "/payment");
  await page.goBack();
  await visitor.expectHeading(visitor.t("paystatus:handOff.frameTitle"));
  expect(await dialog.count()).toBe(0);
});
