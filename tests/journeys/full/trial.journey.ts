import { journey } from "../journey";
import { startSite } from "../running-site";
import { siteOfFile, startSiteWith } from "../site-of-file";
import {
  buyAfterTrial,
  buyTrial,
  startFreeTrial,
  startFreeTrialAfterDecline,
  startTrialWithoutCard,
} from "../trial-steps";

const onFree = { ownSite: siteOfFile(startSiteWith({ trial: "free" }, startSite)) };
const onCardless = { ownSite: siteOfFile(startSiteWith({ trial: "free_without_card" }, startSite)) };

journey("a free trial with a card costs nothing today, and is charged once when it renews", onFree, startFreeTrial);

journey("a free trial whose card is declined begins with the second one", onFree, startFreeTrialAfterDecline);

journey("a free trial without a card asks for none, and ends by itself", onCardless, startTrialWithoutCard);

journey("a trial that is paid is charged at its price, then at that of the period", buyTrial);

journey("whoever has used the trial agrees to the full price, and pays it once", { statuses: [422] }, buyAfterTrial);
