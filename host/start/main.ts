import { createHost } from "../../server";
import { startSite } from "./start";

await startSite(createHost);
