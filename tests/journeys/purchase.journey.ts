import { journey } from "./journey";
import { buyFromHome } from "./purchase-steps";

for (const lang of ["en", "de", "ar"] as const)
  journey(`a buyer goes from the home page to a paid plan in ${lang}`, { lang }, buyFromHome);
