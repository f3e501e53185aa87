import { LOCALES } from "~/i18n/locales";
import { answersAreInSight, inLargeText } from "../answers-in-sight";
import { journey } from "../journey";

const PHONE = { width: 360, height: 740 };

for (const { code: lang } of LOCALES)
  journey(`what answers is in sight in ${lang}`, { lang, statuses: [422] }, answersAreInSight([PHONE]));

for (const lang of ["de", "ar", "my"] as const) {
  const others = [320, 412].map((width) => ({ width, height: 740 }));
  journey(`what answers is in sight on other phones in ${lang}`, { lang, statuses: [422] }, answersAreInSight(others));
  journey(
    `what answers is in sight with text twice as large in ${lang}`,
    { lang, statuses: [422], hasLargeText: true },
    answersAreInSight([{ width: 360, height: 800 }], inLargeText),
  );
}
