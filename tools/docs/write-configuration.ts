import { writeFileSync } from "node:fs";
import { CONFIGURATION_PAGE, configurationPage } from "./configuration-page";

writeFileSync(CONFIGURATION_PAGE, configurationPage());
