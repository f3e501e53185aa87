import { writeFileSync } from "node:fs";
import { CATALOGUE_SCHEMA, catalogueSchemaText } from "./catalogue-schema";

writeFileSync(CATALOGUE_SCHEMA, catalogueSchemaText());
