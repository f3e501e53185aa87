import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CATALOGUE_SCHEMA, catalogueSchemaText } from "../../tools/docs/catalogue-schema";

it("docs/catalogue.schema.json is the schema that catalogues are read with", () => {
  const written: unknown = JSON.parse(readFileSync(CATALOGUE_SCHEMA, "utf8"));
  expect(written, "run npm run docs:catalogue").toEqual(JSON.parse(catalogueSchemaText()));
});
