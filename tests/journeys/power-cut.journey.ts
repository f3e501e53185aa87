import { journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { startSite } from "./running-site";

journey(
  "a buyer at the provider never learns that the site was killed meanwhile",
  { ownSite: startSite },
  async (trip) => {
    const { visitor, site } = trip;
    await visitor.goPay("yearly");
    await site.kill();
    await site.restart();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
    await site.kill();
    await site.restart();
    await expectPaidOnce(visitor);
  },
);
