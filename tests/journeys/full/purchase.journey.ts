import { journey } from "../journey";
import { openSuccessLink } from "../purchase-steps";

journey("the link of the success page works in any other browser", openSuccessLink);
