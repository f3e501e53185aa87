import { journey } from "./journey";
import { payOnBare } from "./provider-steps";
import { buyFromHome } from "./purchase-steps";
import { startBareSite } from "./running-site";
import { siteOfFile } from "./site-of-file";

const ownSite = siteOfFile(startBareSite(1));

journey("on a backend without our inventions a buyer goes from the home page to a paid plan", { ownSite }, buyFromHome);

// The one whose result a backend of the specification may tell nowhere; `full/bare-providers` has all.
journey("pd: whoever pays on a backend of the specification is shown that they have", { ownSite }, payOnBare("pd"));
