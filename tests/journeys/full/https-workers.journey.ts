import { expect } from "vitest";
import { startHttpsSite } from "../https-site";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { expectReceipts } from "../receipt-steps";

journey(
  "over https, with two workers, a buyer's cookies are bound to the host, and the browser that paid finds its receipt",
  { ownSite: startHttpsSite },
  async ({ visitor, page, context }) => {
    await visitor.goPay("monthly");
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
    const cookies = await context.cookies(visitor.addresses.site);
    for (const name of ["__Host-csrf", "__Host-orders", "__Host-receipts"])
      expect(cookies.find((cookie) => cookie.name === name)).toMatchObject({ secure: true, httpOnly: true });
    // Several times, so that both workers are asked.
    for (let times = 0; times < 4; times += 1) {
      await visitor.open("/receipts");
      await expectReceipts(visitor);
    }
    expect(await page.locator("#receipts tbody tr").count()).toBe(1);
  },
);
