import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { LATER_S, letNewest } from "../order-steps";
import { startSite } from "../running-site";
import { siteOfFile, startSiteWith } from "../site-of-file";

const withoutWebhooks = { ownSite: siteOfFile(startSiteWith({ webhooks: "never" }, startSite)) };

journey("an order that has expired is offered again, and a late charge for it still counts", async (trip) => {
  const { visitor, page } = trip;
  await visitor.goPay("monthly");
  await visitor.onHostedPage("cancel_then_charge", { seconds: LATER_S });
  await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
  await letNewest(visitor, "expire");
  // A settled page does not ask again by itself.
  await page.reload();
  await visitor.expectHeading(visitor.t("paystatus:expired.title"));
  await visitor.expectText(visitor.t("paystatus:noMoneyTaken"));
  await letNewest(visitor, "report");
  await page.reload();
  await expectSuccess(visitor);
});

journey("where no webhook ever comes, coming back is enough", withoutWebhooks, async ({ visitor }) => {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

journey("where no webhook ever comes, waiting is enough", withoutWebhooks, async ({ visitor }) => {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("pending", { seconds: LATER_S, afterwards: "approve" });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await letNewest(visitor, "report");
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
