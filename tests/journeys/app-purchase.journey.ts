import { waitForPurchase } from "./app-purchase-steps";
import { journey } from "./journey";

journey("a purchase made in the app is waited for and confirmed", waitForPurchase("gap"));
