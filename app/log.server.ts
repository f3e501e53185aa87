import pino, { type DestinationStream, type Logger } from "pino";
import { env } from "./env.server";

const SECRETS = ["token", "paypal_token", "sign", "email", "bearer", "authorization", "cookie", '["set-cookie"]'];

/** Where a secret may stand in what is logged: at the top, or up to two objects down (`req.headers.cookie`). */
const secretPaths = ["", "*", "*.*"].flatMap((above) =>
  SECRETS.map((name) => (above === "" || name.startsWith("[") ? `${above}${name}` : `${above}.${name}`)),
);

/** One JSON line an entry; secrets are blanked wherever they stand. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, redact: { paths: secretPaths, censor: "[redacted]" } }, destination);
}

/** The app's log: to stderr, so that a program's output stays its own. */
export const log = createLog(env().logLevel, pino.destination(2));
