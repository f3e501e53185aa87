import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { journey } from "../journey";
import { startSite } from "../running-site";
import { siteOfFile, startSiteWith } from "../site-of-file";
import { wordsStandAtButton } from "../words-at-button";

const PHONES = [320, 360, 412].map((width) => ({ width, height: 740 }));
const LARGE_TEXT = [
  { width: 360, height: 560 },
  { width: 360, height: 800 },
  { width: 412, height: 915 },
];

const sitesOf = (settings: Record<string, string>) => ({ ownSite: siteOfFile(startSiteWith(settings, startSite)) });

for (const { code: lang } of LOCALES)
  journey.withoutScripts(
    `the words stand where the button is: a trial in ${lang}`,
    { lang },
    wordsStandAtButton("weekly", lang, PHONES),
  );

/** Long words, right to left, and the widest letters. */
const DEMANDING: readonly LocaleCode[] = ["en", "de", "ru", "fr", "ar", "ur", "my", "ja"];

for (const lang of DEMANDING)
  journey.withoutScripts(
    `the words stand where the button is, with text twice as large: a trial in ${lang}`,
    { lang, hasLargeText: true },
    wordsStandAtButton("weekly", lang, LARGE_TEXT),
  );

journey("the words stand where the button is: a subscription", wordsStandAtButton("two-years", "en", PHONES));

// Where a renewed plan can be ended with a month's notice, that stands there, too: the longest words, also on the shortest phone.
for (const lang of ["en", "de", "nl", "my", "fr", "ms"] as const) {
  journey.withoutScripts(
    `the words stand where the button is: a month's notice in ${lang}`,
    { lang },
    wordsStandAtButton("yearly?country=DE", lang, [...PHONES, { width: 320, height: 480 }]),
  );
  journey.withoutScripts(
    `the words stand where the button is, with text twice as large: a month's notice in ${lang}`,
    { lang, hasLargeText: true },
    wordsStandAtButton("yearly?country=DE", lang, LARGE_TEXT),
  );
}

const freeTrials = sitesOf({ trial: "free" });
const trialsWithoutMethod = sitesOf({ trial: "free_without_card" });
const onceSold = sitesOf({ monthly_renews: "off" });

for (const lang of ["en", "de", "my"] as const) {
  journey(
    `the words stand where the button is: a free trial in ${lang}`,
    freeTrials,
    wordsStandAtButton("weekly", lang, PHONES),
  );
  journey(
    `the words stand where the button is: a trial without a way to pay in ${lang}`,
    trialsWithoutMethod,
    wordsStandAtButton("weekly", lang, PHONES),
  );
  journey(
    `the words stand where the button is: sold once in ${lang}`,
    onceSold,
    wordsStandAtButton("monthly", lang, PHONES),
  );
}
