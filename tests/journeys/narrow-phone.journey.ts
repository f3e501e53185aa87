import { journey } from "./journey";
import { everyPageFits } from "./narrow-phone";

for (const lang of ["en", "de", "ar"] as const)
  journey.withScripts(
    `every page fits the narrowest phone in ${lang}, and hydrates as it was sent`,
    { lang },
    everyPageFits(lang),
  );
