import { buyFromStore, signInToApp } from "../app-to-web-steps";
import { journey } from "../journey";
import { startSiteWithStores } from "../site-with-stores";

const ownSite = startSiteWithStores;
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

journey(
  "from Apple's app: declined, paid elsewhere in German, renewed and refunded, and Apple is told each once",
  { ownSite },
  buyFromStore({
    store: "apple",
    expected: { apple: ["BUY SUBSCRIPTION", "BUY SUBSCRIPTION", "REFUND", "REFUND"], google: [] },
  }),
);

journey(
  "from Google's app: declined, paid elsewhere in German, renewed and refunded, and Google is told each once",
  { ownSite },
  buyFromStore({ store: "google", expected: { apple: [], google: ["first, refunded", "renewal, refunded"] } }),
);

journey(
  "back in the app: a link of the success page signs in as the buyer, once",
  { userAgent: IPHONE, statuses: [422] },
  signInToApp,
);
