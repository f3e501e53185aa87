import { Buyer } from "../../rig/buyer";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { startSite } from "../running-site";
import { siteOfFile, startSiteWith } from "../site-of-file";
import { Visitor } from "../visitor";
import { PENDING_S } from "../waiting-steps";

/** Longer than a busy machine needs from the form to the payment page's button. */
const LIFETIME_S = 20;
/** The expired order is there to be seen for most of this time, however long a reload takes on a busy machine. */
const LATE_S = 75;

const withoutWebhooks = { ownSite: siteOfFile(startSiteWith({ webhooks: "never" }, startSite)) };
const withShortOrders = {
  ownSite: siteOfFile(startSiteWith({ order_lifetime_seconds: String(LIFETIME_S) }, startSite)),
};

/** A settled page does not ask again by itself. */
async function reloadUntil(visitor: Visitor, heading: string): Promise<void> {
  const { page } = visitor;
  const found = page.getByRole("heading", { level: 1, name: heading, exact: true });
  while ((await found.count()) === 0) {
    await page.waitForTimeout(500);
    await page.reload();
  }
  await visitor.expectHeading(heading);
}

journey(
  "an order that has expired is offered again, and a late charge for it still counts",
  withShortOrders,
  async ({ visitor: { page, lang, addresses } }) => {
    const outcome = { outcome: "cancel_then_charge", seconds: String(LATE_S) };
    const buyer = new Buyer({ site: addresses.site, provider: "so", outcome });
    // Before the order expires, however long pages take in a real browser.
    await buyer.goUntil("status");
    const visitor = new Visitor(page, lang, addresses, buyer.email);
    await page.goto([...buyer.links].at(-1) ?? "");
    await reloadUntil(visitor, visitor.t("paystatus:expired.title"));
    await visitor.expectText(visitor.t("paystatus:noMoneyTaken"));
    await reloadUntil(visitor, visitor.t("paysuc:heading"));
    await expectSuccess(visitor);
  },
);

journey("where no webhook ever comes, coming back is enough", withoutWebhooks, async ({ visitor }) => {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey("where no webhook ever comes, waiting is enough", withoutWebhooks, async ({ visitor }) => {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("pending", { seconds: PENDING_S, afterwards: "approve" });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await expectSuccess(visitor);
});

journey(
  "where no webhook ever comes and the payment page does not lead back, the link of the order does",
  withoutWebhooks,
  async ({ visitor, page }) => {
    const handOff = page.waitForRequest((request) => new URL(request.url()).pathname === "/redirect");
    await visitor.goPay("monthly");
    await visitor.onHostedPage("approve_and_stay");
    await page.goto((await handOff).url());
    await expectSuccess(visitor);
  },
);
