import pino, { type DestinationStream, type Logger } from "pino";
import { readable } from "./readable-log.server";

const SECRETS = [
  ...["token", "paypal_token", "sign", "email", "bearer", "authorization", "cookie", '["set-cookie"]'],
  // The payments API's keys at its providers.
  ...["secret", "secretKey", "clientSecret", "webhookSecrets"],
];

/** Where a secret may occur in a log entry: at the top, or up to two objects down (`req.headers.cookie`). */
const secretPaths = ["", "*", "*.*"].flatMap((above) =>
  SECRETS.map((name) => (above === "" || name.startsWith("[") ? `${above}${name}` : `${above}.${name}`)),
);

const REDACTED = "[redacted]";

/** An error's text without query strings, e-mail addresses and Stripe's keys: libraries may quote the URL of a failed call. */
const withoutAddresses = (text: string): string =>
  text
    .replaceAll(/\b([sr]k_(?:live|test)|whsec)_\w+/g, REDACTED)
    .replaceAll(/\?[^\s)"']+/g, `?${REDACTED}`)
    .replaceAll(/[^\s/@"']+(@|%40)[\w-]+\.[\w.-]+/gi, REDACTED);

/** An error's name, message, stack and causes. Its other fields are left out: they may hold personal data. */
function describeError(error: unknown): { type: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: withoutAddresses(String(error)), stack: undefined };
  }
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message: withoutAddresses(message), stack: withoutAddresses(stack) };
}

/** Where the log goes: on a terminal, one line for somebody who reads it; anywhere else JSON for programs. */
export const logDestination = (stderr: Pick<NodeJS.WriteStream, "isTTY" | "write">): DestinationStream =>
  stderr.isTTY ? { write: (line) => stderr.write(readable(line)) } : pino.destination(2);

/** The log of the site: one line per entry, with secrets blanked; goes to stderr unless `destination` is given. */
export function createLog(level: string, destination = logDestination(process.stderr)): Logger {
  const redact = { paths: secretPaths, censor: REDACTED };
  return pino({ level, base: null, redact, serializers: { err: describeError } }, destination);
}
