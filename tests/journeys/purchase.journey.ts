import { journey } from "./journey";
import { buyFromHome } from "./purchase-steps";

// From left to right, and from right to left. Those who buy in German go on to their receipts.
for (const lang of ["en", "ar"] as const)
  journey(`a buyer goes from the home page to a paid plan in ${lang}`, { lang }, buyFromHome);
