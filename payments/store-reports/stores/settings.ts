import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";

const apple = z.strictObject({
  /** The private key for In-App Purchase from App Store Connect, in PEM. */
  key_file: z.string().min(1),
  key_id: z.string().min(1),
  issuer_id: z.string().min(1),
  /** Of tokens that do not name their app. */
  bundle_id: z.string().min(1),
  url: z.url().default("https://api.storekit.apple.com"),
  test_url: z.url().default("https://api.storekit-sandbox.apple.com"),
});

const google = z.strictObject({
  /** The service account's key, in JSON. */
  account_file: z.string().min(1),
  /** Of tokens that do not name their app. */
  package_name: z.string().min(1),
  url: z.url().default("https://androidpublisher.googleapis.com"),
});

/** Google's own file: https://developers.google.com/identity/protocols/oauth2/service-account */
const serviceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().min(1),
  token_uri: z.url(),
});

const settings = z.strictObject({ apple: apple.optional(), google: google.optional() });

export type AppleSettings = Omit<z.output<typeof apple>, "key_file"> & { key: string };
export type GoogleSettings = Omit<z.output<typeof google>, "account_file"> & z.output<typeof serviceAccount>;

/** A store without settings gets no reports: what is due waits. */
export interface StoreReportSettings {
  apple?: AppleSettings;
  google?: GoogleSettings;
}

/** Reads the file of settings and the files of keys that it names, relative to it. @throws Error naming the file; never a key */
export function readSettingsFile(file: string): StoreReportSettings {
  const given = parsed(settings, file);
  const beside = (name: string) => resolve(dirname(file), name);
  return {
    ...(given.apple && { apple: appleSettings(given.apple, beside(given.apple.key_file)) }),
    ...(given.google && { google: googleSettings(given.google, beside(given.google.account_file)) }),
  };
}

function appleSettings({ key_file, ...rest }: z.output<typeof apple>, file: string): AppleSettings {
  const key = textOf(file);
  if (!key.includes("BEGIN PRIVATE KEY")) throw new Error(`${file} is no private key in PEM`);
  return { ...rest, key };
}

function googleSettings({ account_file, ...rest }: z.output<typeof google>, file: string): GoogleSettings {
  return { ...rest, ...parsed(serviceAccount, file) };
}

function parsed<T extends z.ZodType>(schema: T, file: string): z.output<T> {
  const read = schema.safeParse(jsonIn(file));
  if (read.success) return read.data;
  // Only the names of what is wrong: a value may be a key.
  const wrong = read.error.issues.map(({ path, code }) => `${path.join(".") || "all of it"} (${code})`);
  throw new Error(`${file} does not fit: ${wrong.join(", ")}`);
}

function jsonIn(file: string): unknown {
  const text = textOf(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is no JSON`);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`${file} cannot be read`, { cause });
  }
}
