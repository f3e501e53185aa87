import { z } from "zod";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import { EEA } from "~/upstream/contract/values/regions";
import { countryCode } from "~/upstream/contract/values/scalars";
import { BRAND_PROMISES, type Brand, METHOD_WORDS, PAYMENT_MARKS, type PaymentMethod } from "./brand";
import { brandColors } from "./brand-colors.server";

const picture = z.string().regex(/^\/brands\/[\w-]+\.(svg|png|webp)$/, "must be a picture below /brands/");
const page = z.url({ protocol: /^https$/, error: "must be an https address" });

/** An app's own scheme, or https; nothing that a browser would run. */
const appLink = z
  .string()
  .regex(
    /^(?!javascript:|data:|vbscript:|http:)[a-z][a-z0-9+.-]*:\/\/[\w./?=&-]*$/,
    "must be an address such as my-app://open",
  );

/** Where a brand's app is installed from, by system; each is a page of a store, or of the brand's own. */
const storeLinks = z.strictObject({ ios: page, android: page, windows: page.optional(), mac: page.optional() });
export type StoreLinks = z.output<typeof storeLinks>;

const address = page.refine((url) => !/[?#]/.test(url), "must be an address without ? and #");

/** How a brand's app takes its buyers back, with the code that lets it in. The scheme of `appLinks` is the last resort. */
const openApp = z.strictObject({
  /** A universal link and App Link: the app opens it, and a browser where there is no app. */
  link: address.optional(),
  /** Closes the browser that the app has opened. */
  returnLink: appLink.optional(),
  /** What apple-app-site-association says. */
  apple: z
    .strictObject({
      appId: z
        .string()
        .regex(/^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/, "must be a team and a bundle, such as ABCDE12345.com.my.vpn"),
    })
    .optional(),
  /** What assetlinks.json says. */
  android: z
    .strictObject({
      package: z.string().regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, "must be a package such as com.my.vpn"),
      sha256: z
        .array(z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, "must be 32 bytes such as 14:6D:E9:…, in capitals"))
        .min(1),
    })
    .optional(),
});
export type OpenApp = z.output<typeof openApp>;

const region = z.union([z.literal("EEA"), countryCode], { error: 'must be "EEA" or a country code such as GB' });
const countriesIn = (name: string): readonly string[] => (name === "EEA" ? EEA : [name]);

/** Whom a brand's money-back promise leaves out. */
const REFUND_EXCEPTIONS = ["renewals", "appStores", "secondPurchase", "giftCards", "crypto"] as const;

const days = z.number().int().min(1).max(365);

/** What a brand promises its buyers. Each brand speaks for itself: what its file leaves out is not promised. */
const sellingTerms = {
  /** Money back without a reason, within so many days of the first payment. */
  refunds: z.strictObject({ days, except: z.array(z.enum(REFUND_EXCEPTIONS)).default([]) }).optional(),
  /** The days of the right of withdrawal, by the country of the buyer. */
  withdrawalDays: z
    .record(region, days, { error: 'must be the days by country, such as { "EEA": 14, "GB": 14, "KR": 7 }' })
    .optional(),
  /** Where a buyer may end a renewed plan with a month's notice, and gets back what was paid for the time after it. */
  monthsNoticeIn: z
    .array(region)
    .transform((regions) => regions.flatMap(countriesIn))
    .optional(),
  /** Who is younger may not buy. */
  minimumAge: z.number().int().min(13).max(21).optional(),
  /** The version of the terms that is sold under, and an address that keeps each version: `{version}` stands for it. */
  terms: z
    .strictObject({
      version: z.string().regex(/^[\w.-]{1,32}$/, "must be a version such as 2026-11"),
      url: z
        .url({ protocol: /^https$/, error: "must be an https address" })
        .refine((url) => decodeURI(url).includes("{version}"), "must have {version} in it"),
    })
    .optional(),
  /** The company's name and postal address, for receipts and mails. */
  company: z.string().min(1).max(200).optional(),
  /** What every plan has. The checkout shows the first three. */
  features: z
    .strictObject({
      /** How many devices may be connected at a time. */
      devices: z.number().int().min(1).max(1000).optional(),
      /** The countries with servers. */
      countries: z.number().int().min(1).max(250).optional(),
      noLogs: z.literal(true).optional(),
      allApps: z.literal(true).optional(),
    })
    .optional(),
  /** Support replies within so many hours. */
  replyHours: z.number().int().min(1).max(168).optional(),
  /** Who at the operator stands for all of this, and since when. Without it a file that promises anything is an example. */
  promisedBy: z.string().trim().min(3).max(200).optional(),
};

/** A brand's promises to its buyers; what is missing is not promised. */
export interface SellingTerms {
  refunds?: { days: number; except: readonly (typeof REFUND_EXCEPTIONS)[number][] };
  /** By country code or "EEA"; nobody elsewhere has the right. */
  withdrawalDays?: Readonly<Record<string, number>>;
  /** Country codes. */
  monthsNoticeIn?: readonly string[];
  minimumAge?: number;
  terms?: { version: string; url: string };
  company?: string;
  features?: { devices?: number; countries?: number; noLogs?: true; allApps?: true };
  replyHours?: number;
}

/** More marks have no room beside a name on a phone. */
const MOST_MARKS = 4;

const paymentMethod = z.strictObject({
  name: z.enum(METHOD_WORDS),
  marks: z.array(z.enum(PAYMENT_MARKS)).max(MOST_MARKS),
  partner: z.string().trim().min(1).max(40).optional(),
});

/** What no brand takes over from default.json. */
const OF_ONE_BRAND: readonly string[] = [
  ...Object.keys(sellingTerms),
  "promises",
  "imprintUrl",
  "commerceUrl",
  "storeLinks",
  "appLinks",
  "openApp",
];

const fields = z.strictObject({
  ...sellingTerms,
  promises: z.array(z.enum(BRAND_PROMISES)).default([]),
  imprintUrl: page.optional(),
  commerceUrl: page.optional(),
  appName: z.string().min(1).max(40),
  mode: z.literal("userId", { error: 'the only mode there is is "userId"' }),
  policyUrl: page,
  termsUrl: page,
  cancelUrl: page.optional(),
  withdrawUrl: page.optional(),
  brandImage: picture,
  shareImage: picture.refine((path) => !path.endsWith(".svg"), "must be a PNG or WebP").optional(),
  methods: z.record(z.enum(PROVIDERS), paymentMethod),
  supportEmail: z.email(),
  appLinks: z.strictObject({ ios: appLink, android: appLink }).optional(),
  storeLinks: storeLinks.optional(),
  openApp: openApp.optional(),
  consentIn: z.union([z.literal("everywhere"), z.array(region).transform((regions) => regions.flatMap(countriesIn))]),
  logo: picture.optional(),
  webmanifest: z
    .string()
    .regex(/^[\w-]+\.webmanifest$/, "must be a file name that ends with .webmanifest")
    .optional(),
  primaryColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #0b7d62")
    .optional(),
});

const brandFile = fields.refine(
  ({ openApp, appLinks }) => openApp === undefined || (openApp.link ?? appLinks) !== undefined,
  { path: ["openApp"], error: "needs a `link`, or `appLinks` beside it: nothing else opens the app" },
);

/** The brand that others take over from. */
export const DEFAULT = "default";

/** All that a brand's file says. */
export interface BrandFile {
  /** What pages show of it. */
  brand: Brand;
  /** The countries whose visitors are asked before anything is kept that paying does not need. */
  consentIn: "everywhere" | readonly string[];
  selling: SellingTerms;
  /** How its buyers know each provider. */
  methods: Readonly<Record<ProviderCode, PaymentMethod>>;
  /** Shown only to whoever has bought, so they are in no page's frame. */
  storeLinks?: StoreLinks;
  openApp?: OpenApp;
}

/** A mistake that only whoever writes the brands' files can mend. */
export class BrandsError extends Error {
  override readonly name = "BrandsError";
}

/**
 * Reads the brands of a folder: `default.json`, and one file for each app id with the values that differ, and with its own promises.
 * @throws BrandsError with every mistake: an invalid brand stops the site at start.
 */
export function readBrands(files: Readonly<Record<string, unknown>>): ReadonlyMap<string, BrandFile> {
  const contents = Object.entries(files).map(([path, file]): [string, unknown] => [idOf(path), file]);
  const defaults = withoutOwn(contents.find(([id]) => id === DEFAULT)?.[1]);
  const mistakes: string[] = [];
  const brands = contents.flatMap(([id, file]): [string, BrandFile][] => {
    const parsed = brandFile.safeParse(withDefaults(defaults, file));
    const isNamed = id === DEFAULT || /^[1-9]\d{0,8}$/.test(id);
    if (!isNamed) mistakes.push(`${id}.json: must be named by an app id`);
    if (parsed.success) return [[id, toBrandFile(parsed.data)]];
    mistakes.push(...parsed.error.issues.map((issue) => `${id}.json ${issue.path.join(".")}: ${issue.message}`));
    return [];
  });
  if (mistakes.length > 0) throw new BrandsError(`The brands have mistakes:\n  ${mistakes.join("\n  ")}`);
  return new Map(brands);
}

const idOf = (path: string): string => path.replace(/^.*\/|\.json$/g, "");

const withoutOwn = (file: unknown) =>
  Object.fromEntries(Object.entries(Object.assign({}, file)).filter(([name]) => !OF_ONE_BRAND.includes(name)));

/** A file says of the methods, too, only what is different: one provider's takes the place of the default one's. */
function withDefaults(defaults: ReturnType<typeof withoutOwn>, file: unknown) {
  const said = Object.assign({}, defaults, file);
  return { ...said, methods: Object.assign({}, defaults.methods, said.methods) };
}

function toBrandFile(file: z.output<typeof brandFile>): BrandFile {
  const { consentIn, methods, storeLinks, openApp, features, replyHours, promisedBy, ...rest } = file;
  const { refunds, withdrawalDays, monthsNoticeIn, minimumAge, terms, company, ...brand } = rest;
  const colors = brand.primaryColor === undefined ? {} : { colors: brandColors(brand.primaryColor) };
  const selling = { refunds, withdrawalDays, monthsNoticeIn, minimumAge, terms, company, features, replyHours };
  const ways = refunds === undefined ? {} : { hasMoneyBack: true as const };
  return { brand: { ...brand, ...colors, ...ways }, consentIn, methods, selling, storeLinks, openApp };
}
