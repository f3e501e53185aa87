import type { LocaleCode } from "~/i18n/locales";
import alphabet from "./scripts/alphabet.css?inline";
import brahmic from "./scripts/brahmic.css?inline";
import burmeseThai from "./scripts/burmese-thai.css?inline";
import chinese from "./scripts/chinese.css?inline";
import japanese from "./scripts/japanese.css?inline";
import korean from "./scripts/korean.css?inline";
import naskh from "./scripts/naskh.css?inline";
import nastaliq from "./scripts/nastaliq.css?inline";
import vietnamese from "./scripts/vietnamese.css?inline";

/** Languages that are not written with Latin or Cyrillic letters, and Vietnamese, which has marks below and above them. */
const OTHER_SCRIPTS: Readonly<Partial<Record<LocaleCode, string>>> = {
  ar: naskh,
  bn: brahmic,
  fa: naskh,
  hi: brahmic,
  ja: japanese,
  ko: korean,
  my: burmeseThai,
  pa: brahmic,
  th: burmeseThai,
  ur: nastaliq,
  vi: alphabet + vietnamese,
  "zh-hans": chinese,
  "zh-hant": chinese,
};

/** What a language's script wants beside the styles of all: its face, the height of its lines, and where they may break. */
export const scriptStyles = (lang: LocaleCode): string => OTHER_SCRIPTS[lang] ?? alphabet;
