import { PROVIDERS } from "~/upstream/contract/catalogue";
import { goPayAt, settleAt } from "./at-provider";
import { journey } from "./journey";
import { expectSuccess } from "./ledger";
import { buyFromHome } from "./purchase-steps";
import { startBareSite } from "./running-site";
import { siteOfFile } from "./site-of-file";

const ownSite = siteOfFile(startBareSite(1));

journey("on a backend without our inventions a buyer goes from the home page to a paid plan", { ownSite }, buyFromHome);

for (const provider of PROVIDERS)
  journey(
    `${provider}: whoever pays on a backend of the specification is shown that they have`,
    { ownSite },
    async (trip) => {
      await goPayAt(trip, provider);
      await settleAt(trip, provider, "approve");
      await expectSuccess(trip.visitor);
    },
  );
