import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { answersAreInSight, inLargeText } from "../answers-in-sight";
import { journey } from "../journey";

const PHONE = { width: 360, height: 740 };

/** Long words, right to left, and the widest letters: in the other languages scripts show the same answers in the same places. */
const DEMANDING: readonly LocaleCode[] = ["de", "ar", "my"];

for (const { code: lang } of LOCALES) {
  const travel = DEMANDING.includes(lang) ? journey : journey.withoutScripts;
  travel(`what answers is in sight in ${lang}`, { lang, statuses: [422] }, answersAreInSight([PHONE]));
}

for (const lang of DEMANDING) {
  const others = [320, 412].map((width) => ({ width, height: 740 }));
  journey(`what answers is in sight on other phones in ${lang}`, { lang, statuses: [422] }, answersAreInSight(others));
  journey(
    `what answers is in sight with text twice as large in ${lang}`,
    { lang, statuses: [422], hasLargeText: true },
    answersAreInSight([{ width: 360, height: 800 }], inLargeText),
  );
}
