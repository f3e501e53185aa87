import type { LocaleCode } from "~/i18n/locales";
import japanese from "./japanese.css?inline";
import nastaliq from "./nastaliq.css?inline";

const root = (declarations: string): string => `:root{${declarations}}`;

const ALPHABET = "h1{letter-spacing:-.015em}.plan-price{letter-spacing:-.01em}";
const LOW_UNDERLINE = "--underline-offset: .3em";
const NASKH = root("--leading: 1.7;--title-leading: 1.4");
const BRAHMIC = root(`--leading: 1.65;--title-leading: 1.4;${LOW_UNDERLINE}`);
const BURMESE_THAI = `${root(`--leading: 1.7;--title-leading: 1.5;${LOW_UNDERLINE}`)}select{line-height:1.9}`;
const CHINESE = root("line-break:strict");

/** Languages that are not written with Latin or Cyrillic letters, and Vietnamese, which has marks below and above them. */
const OTHER_SCRIPTS: Readonly<Partial<Record<LocaleCode, string>>> = {
  ar: NASKH,
  bn: BRAHMIC,
  fa: NASKH,
  hi: BRAHMIC,
  ja: japanese,
  ko: root("word-break:keep-all"),
  my: BURMESE_THAI,
  pa: BRAHMIC,
  th: BURMESE_THAI,
  ur: nastaliq,
  vi: ALPHABET + root(LOW_UNDERLINE),
  "zh-hans": CHINESE,
  "zh-hant": CHINESE,
};

/** What a language's script wants beside the styles of all: its face, the height of its lines, and where they may break. */
export const scriptStyles = (lang: LocaleCode): string => OTHER_SCRIPTS[lang] ?? ALPHABET;
