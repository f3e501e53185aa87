import { journey } from "../journey";
import { buyFromHome, openSuccessLink } from "../purchase-steps";

// From right to left. Those who buy in German go on to their receipts.
journey("a buyer goes from the home page to a paid plan in Arabic", { lang: "ar" }, buyFromHome);

journey("the link of the success page works in any other browser", openSuccessLink);
