import { journey } from "./journey";
import { buyFromHome } from "./purchase-steps";

journey("a buyer goes from the home page to a paid plan", buyFromHome);
