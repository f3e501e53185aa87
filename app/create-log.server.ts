import pino, { type DestinationStream, type Logger } from "pino";

const SECRETS = ["token", "paypal_token", "sign", "email", "bearer", "authorization", "cookie", '["set-cookie"]'];

/** Where a secret may stand in what is logged: at the top, or up to two objects down (`req.headers.cookie`). */
const secretPaths = ["", "*", "*.*"].flatMap((above) =>
  SECRETS.map((name) => (above === "" || name.startsWith("[") ? `${above}${name}` : `${above}.${name}`)),
);

const HIDDEN = "[redacted]";

/** An error's text without queries and e-mail addresses: a library may quote the address it failed on. */
const withoutAddresses = (text: string): string =>
  text.replaceAll(/\?[^\s)"']+/g, `?${HIDDEN}`).replaceAll(/[^\s/@"']+(@|%40)[\w-]+\.[\w.-]+/gi, HIDDEN);

/** An error's name, message, stack and causes; what else it carries may be anybody's (an API's answer, a form). */
function describeError(error: unknown): { type: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: withoutAddresses(String(error)), stack: undefined };
  }
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message: withoutAddresses(message), stack: withoutAddresses(stack) };
}

/** The log of the site: one JSON line an entry; secrets are blanked wherever they stand. Goes to stderr where nothing else is said. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const redact = { paths: secretPaths, censor: HIDDEN };
  return pino({ level, base: null, redact, serializers: { err: describeError } }, destination);
}
