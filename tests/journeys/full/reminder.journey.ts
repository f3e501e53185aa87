import { journey } from "../journey";
import { payAfterReminder } from "../reminder-steps";
import { startSite } from "../running-site";
import { siteOfFile, startSiteWith } from "../site-of-file";

const mailedAtOnce = { ownSite: siteOfFile(startSiteWith({ resume_mail_after_seconds: "0" }, startSite)) };

journey("whoever leaves an order unpaid is mailed, comes back to it, and pays once", mailedAtOnce, payAfterReminder);
