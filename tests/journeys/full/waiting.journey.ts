import { journey } from "../journey";
import { comeBackByLink, waitForDecline, waitForSuccess } from "../waiting-steps";

journey("a payment that takes its time is waited for, then succeeds, in Arabic", { lang: "ar" }, waitForSuccess);

journey("a payment that takes its time and is declined ends with a second try", waitForDecline);

journey("a buyer whose payment page never leads back sees the success by the link of the order", comeBackByLink);
