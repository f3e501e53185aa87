import { createLog } from "./create-log.server";
import { env } from "./env.server";

/** The app's log: to stderr, so that a program's output stays its own. */
export const log = createLog(env().logLevel);
