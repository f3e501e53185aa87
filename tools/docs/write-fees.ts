import { writeFileSync } from "node:fs";
import { FEES_PAGE, feesPage } from "./fees-page";

writeFileSync(FEES_PAGE, feesPage());
