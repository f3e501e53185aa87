import { resolve } from "node:path";
import { z } from "zod";
import { catalogueSchema } from "../../payments/catalogue/catalogue-schema";

export const CATALOGUE_SCHEMA = resolve(import.meta.dirname, "../../docs/catalogue.schema.json");

/** The JSON schema of catalogue.json, for editors. What it cannot say is checked when the file is read. */
export const catalogueSchemaText = (): string =>
  `${JSON.stringify(z.toJSONSchema(catalogueSchema, { io: "input" }), null, 2)}\n`;
