import pino, { type DestinationStream, type Logger, type SerializedError } from "pino";
import { env } from "./env.server";

const SECRETS = ["token", "paypal_token", "sign", "email", "bearer", "authorization", "cookie", '["set-cookie"]'];

/** Where a secret may stand in what is logged: at the top, or up to two objects down (`req.headers.cookie`). */
const secretPaths = ["", "*", "*.*"].flatMap((above) =>
  SECRETS.map((name) => (above === "" || name.startsWith("[") ? `${above}${name}` : `${above}.${name}`)),
);

/** An error's message, stack and causes; what else it carries may be anybody's (an API's answer, a form). */
function serializeError(error: Error): Pick<SerializedError, "type" | "message" | "stack"> {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack };
}

/** One JSON line an entry; secrets are blanked wherever they stand. */
export function createLog(level: string, destination: DestinationStream): Logger {
  const redact = { paths: secretPaths, censor: "[redacted]" };
  return pino({ level, redact, serializers: { err: serializeError } }, destination);
}

/** The app's log: to stderr, so that a program's output stays its own. */
export const log = createLog(env().logLevel, pino.destination(2));
