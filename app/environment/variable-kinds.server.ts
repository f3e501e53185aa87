import { z } from "zod";

/** What docs/configuration.md says of a variable. Its form and its default are read from its schema. */
interface About {
  meaning: string;
  /** A value, where the schema cannot say what it looks like. */
  example?: string;
  /** What holds where it is not set, if that is no constant. */
  unset?: string;
  /** In production the site does not start without it, or is not in production at all. */
  isRequired?: true;
  /** Where else it is required. */
  requiredWhere?: string;
  /** Whoever knows it can do harm. */
  isSecret?: true;
  /** Copies that have another value answer one buyer in two ways. */
  isShared?: true;
}

export const about = z.registry<About>();

/** The items of a comma list. */
export const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

// Functions, because what is said of a variable belongs to one schema object: two variables must not have the same one.

export const list = () => z.string().default("").transform(splitList);

export const origin = () =>
  z
    // `abort`: the refinement below would throw on a text that is not a URL.
    .url({ protocol: /^https?$/, abort: true, error: "must be an http(s) origin such as https://pay.example.com" })
    .refine((text) => new URL(text).origin === text, {
      error: ({ input }) =>
        `must be an origin only, without a path or a slash at its end: ${new URL(String(input)).origin}`,
    });

/** An address with one of these protocols. */
export const webAddress = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address such as ${example}` });

export const flag = () =>
  z
    .enum(["0", "1", "false", "true"], "must be 1 or 0")
    .default("0")
    .transform((word) => word === "1" || word === "true");

export function numberBetween(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(error).int({ error, abort: true }).min(least, error).max(most, error);
}

export function share() {
  const error = "must be a number from 0 to 1, such as 0.1";
  return z.coerce.number(error).min(0, error).max(1, error);
}

export const port = () => numberBetween(0, 65_535);

/** Browsers keep no cookie for longer than 400 days. */
export const dayCount = () => numberBetween(1, 400);

/** The specification allows at most three minutes for any request. */
export const LONGEST_MS = 180_000;
const SHORTEST_MS = 100;

const NO_TIME = `must be whole milliseconds from ${SHORTEST_MS} to ${LONGEST_MS}`;

export const milliseconds = () =>
  z.coerce.number(NO_TIME).int({ error: NO_TIME, abort: true }).min(SHORTEST_MS, NO_TIME).max(LONGEST_MS, NO_TIME);

const HEADER_NAME = /^[\w!#$&'*+.^`|~-]+$/;

/** HTTP headers as `name=value,name=value`, with values encoded as in an address, as OpenTelemetry has them. */
export const headerList = () =>
  z.string().transform((text, context) => {
    const headers: Record<string, string> = {};
    for (const entry of text.split(",")) {
      const [name = "", ...value] = entry.split("=");
      const decoded = decodedOf(value.join("=").trim());
      if (HEADER_NAME.test(name.trim()) && value.length > 0 && decoded !== undefined) headers[name.trim()] = decoded;
      else
        context.addIssue({ code: "custom", message: "must be headers such as authorization=Bearer%20key,x-team=shop" });
    }
    return headers;
  });

function decodedOf(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
