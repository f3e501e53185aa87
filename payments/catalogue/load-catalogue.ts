import { readFileSync } from "node:fs";
import { type Catalogue, catalogueOf } from "./catalogue";
import { crossMistakes, type Sellers } from "./catalogue-checks";
import { catalogueSchema } from "./catalogue-schema";
import { CatalogueMistakes, mistakeOf, sentenceOf } from "./mistakes";

/** Reads catalogue.json. @param sellers undefined: nothing is sold now @throws CatalogueMistakes with all that is wrong with it */
export function loadCatalogue(file: string, sellers?: Sellers): Catalogue {
  return parseCatalogue(jsonIn(file), file, sellers);
}

/** @param name of the catalogue, for who reads the error @throws CatalogueMistakes */
export function parseCatalogue(given: unknown, name: string, sellers?: Sellers): Catalogue {
  const parsed = catalogueSchema.safeParse(given, { reportInput: true });
  const fields = parsed.success ? [] : parsed.error.issues.flatMap(mistakeOf);
  const mistakes = [...fields, ...crossMistakes(given, sellers)];
  if (!parsed.success || mistakes.length > 0) throw new CatalogueMistakes(name, mistakes.map(sentenceOf));
  return catalogueOf(parsed.data);
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new CatalogueMistakes(file, [error instanceof Error ? error.message : String(error)]);
  }
}

interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A catalogue that can be read again while it is used: one with mistakes changes nothing. @throws CatalogueMistakes where the first has some */
export function reloadableCatalogue(
  file: string,
  log: Log,
  sellers?: Sellers,
): { current(): Catalogue; reload(): void } {
  let catalogue = loadCatalogue(file, sellers);
  return {
    current: () => catalogue,
    reload: () => {
      try {
        catalogue = loadCatalogue(file, sellers);
        log.info({ file }, "payments: the catalogue was read again");
      } catch (error) {
        if (!(error instanceof CatalogueMistakes)) throw error;
        log.error(
          { file, mistakes: error.sentences },
          "payments: the catalogue was not read again: the last good one is used",
        );
      }
    },
  };
}
