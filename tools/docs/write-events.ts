import { writeFileSync } from "node:fs";
import { EVENTS_PAGE, eventsPage } from "./events-page";

writeFileSync(EVENTS_PAGE, eventsPage());
