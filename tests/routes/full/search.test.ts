import { it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { expectAlternates, PAGES } from "../alternates";

it.each(PAGES)("%s in each language names its siblings in all 26", (rest) =>
  expectAlternates(
    rest,
    LOCALES.map(({ code }) => code),
  ),
);
