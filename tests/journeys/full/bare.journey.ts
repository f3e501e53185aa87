import { journey } from "../journey";
import { buyFromHome } from "../purchase-steps";
import { startBareSite } from "../running-site";
import { siteOfFile } from "../site-of-file";

const ownSite = siteOfFile(startBareSite(1));

// With scripts, in other languages and at each provider in the full run.
journey.withoutScripts(
  "on a backend without our inventions a buyer goes from the home page to a paid plan",
  { ownSite },
  buyFromHome,
);
