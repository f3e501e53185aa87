import { journey } from "../journey";
import { payAfterReminder } from "../reminder-steps";
import { startSite } from "../running-site";

/** Its settings change on the way, so each has one of its own. */
const alone = { ownSite: startSite };

journey("whoever leaves an order unpaid is mailed, comes back to it, and pays once", alone, payAfterReminder);
