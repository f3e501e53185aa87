import { createLog } from "./create-log.server";
import { env } from "./env.server";

/** The app's log, on stderr, so that stdout stays free for what a program prints. */
export const log = createLog(env().logLevel);
