import { journey } from "./journey";
import { everyPageFits } from "./narrow-phone";

// The longest words, and right to left; the full run has every language.
for (const lang of ["de", "ar"] as const)
  journey.withScripts(
    `every page fits the narrowest phone in ${lang}, and hydrates as it was sent`,
    { lang },
    everyPageFits(lang),
  );
