import { expectNoSale, expectNoSignUp, startSiteInChina } from "../gate-steps";
import { journey } from "../journey";
import { siteOfFile } from "../site-of-file";

const inChina = { ownSite: siteOfFile(startSiteInChina()), statuses: [403] };

journey("from China nothing is sold, the form says a way on, and nothing entered is lost", inChina, expectNoSale);

journey("from China nobody signs up either", inChina, expectNoSignUp);
