import { journey } from "../journey";
import { everyPageFits, NARROWEST } from "../narrow-phone";
import { wordsStandAtButton } from "../words-at-button";

// The longest words, and right to left; the full run has every language.
for (const lang of ["de", "ar"] as const)
  journey.withScripts(
    `every page fits the narrowest phone in ${lang}, and hydrates as it was sent`,
    { lang },
    everyPageFits(lang),
  );

journey(
  "wherever the button can be pressed the words that bind are in sight",
  { lang: "de" },
  wordsStandAtButton("weekly", "de", [NARROWEST]),
);
