import { expect } from "vitest";
import { formOffering, payAt, settleAt } from "../at-provider";
import { type Journey, journey } from "../journey";
import { expectSuccess } from "../ledger";
import { startSite } from "../running-site";
import { siteOfFile } from "../site-of-file";
import { press } from "../strict-page";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const PIXEL =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";

/** How the browsers inside apps name themselves. */
const APPS = {
  Facebook: `${IPHONE} Mobile/21F90 [FBAN/FBIOS;FBAV/468.0.0.37.107;FBBV/604294842;FBDV/iPhone15,2;FBMD/iPhone]`,
  Instagram: `${PIXEL} Chrome/126.0.6478.122 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android`,
  TikTok: `${IPHONE} Mobile/21F90 musical_ly_34.9.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
  WeChat: `${PIXEL} Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49.2600 NetType/WIFI Language/en`,
  "Android's web view": `${PIXEL} Chrome/87.0.4280.141 Mobile Safari/537.36`,
  "WebKit's web view": `${IPHONE} Mobile/15E148`,
} as const;

/** In these browsers a second window opens nowhere, or not at all; whoever tries is told of as a script error. */
async function forbidWindows({ context }: Journey): Promise<void> {
  await context.addInitScript(() => {
    window.open = (address) => {
      reportError(new Error(`a window was to be opened: ${address}`));
      throw new Error("no windows here");
    };
  });
}

const wayOut = ({ page }: Journey) => page.locator("details.open-in-browser");

for (const [app, userAgent] of Object.entries(APPS)) {
  journey(`inside ${app} a buyer pays in the one window there is`, { userAgent }, async (trip) => {
    const { visitor, page, context } = trip;
    await forbidWindows(trip);
    await visitor.open("/payment/yearly");
    expect(await wayOut(trip).getAttribute("open")).toBeNull();
    await visitor.enterEmail();
    await payAt(trip, "so");
    await settleAt(trip, "so", "approve");
    await expectSuccess(visitor);
    expect(context.pages()).toEqual([page]);
  });
}

const framing = siteOfFile(() => startSite({ INLINE_PROVIDERS: "pd,rz" }));

for (const provider of ["pd", "rz"] as const) {
  for (const app of ["Facebook", "Android's web view"] as const) {
    const options = { userAgent: APPS[app], ownSite: framing };
    journey.withScripts(`inside ${app} the frame of ${provider} opens in the page`, options, async (trip) => {
      const { visitor, page, context } = trip;
      await forbidWindows(trip);
      await visitor.open(formOffering("yearly", provider));
      await visitor.enterEmail();
      await visitor.chooseProvider(provider);
      await visitor.payButton().click();
      await page.waitForURL((url) => url.origin === visitor.addresses.site && url.pathname === "/redirect");
      await press(page, "approve");
      await expectSuccess(visitor);
      expect(context.pages()).toEqual([page]);
    });
  }
}

journey(
  "inside an app, where the bank's check failed, the way to the own browser stands open",
  { userAgent: APPS.Instagram },
  async (trip) => {
    const { visitor, page } = trip;
    await forbidWindows(trip);
    await visitor.goPay("yearly");
    await visitor.onHostedPage("challenge");
    await visitor.onHostedPage("fail");
    await visitor.expectHeading(visitor.t("paystatus:declined.title"));
    await visitor.expectText(visitor.t("paystatus:declined.openInBrowser"));
    const link = page.getByRole("textbox", { name: visitor.t("paystatus:openInBrowser.link") });
    await trip.inOtherBrowser(async (there) => {
      await there.page.goto(await link.inputValue());
      await there.expectHeading(there.t("paystatus:declined.title"));
      expect(await wayOut({ ...trip, page: there.page }).count()).toBe(0);
      await there.payAgain();
      await there.pay();
      await there.onHostedPage("approve");
      await expectSuccess(there, ["declined", "succeeded"]);
    });
  },
);
