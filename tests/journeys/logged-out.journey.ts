import { journey } from "./journey";
import { stayAndBuy } from "./logged-out-steps";

journey("a visitor who was logged out stays on the page, is not asked again, and buys", stayAndBuy);
