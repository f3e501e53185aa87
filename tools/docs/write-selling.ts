import { writeFileSync } from "node:fs";
import { SELLING_PAGE, sellingPage } from "./selling-page";

writeFileSync(SELLING_PAGE, sellingPage());
