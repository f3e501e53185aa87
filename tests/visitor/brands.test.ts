import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { wcagContrast } from "culori";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { type BrandColors, PAYMENT_MARKS } from "~/visitor/brand/brand";
import { brandColors } from "~/visitor/brand/brand-colors.server";
import { examplesIn, refuseExamples } from "~/visitor/brand/brand-examples.server";
import { readBrands } from "~/visitor/brand/brand-files.server";
import {
  brandOf,
  brandOfManifest,
  needsConsentIn,
  openAppOf,
  paymentMethodOf,
  sellingTermsOf,
  storeLinksOf,
  termsAt,
} from "~/visitor/brand/brands.server";
import { runs } from "../setup/effort";

const APPS = [101, 114, 502];
const brandsOf = APPS.map((appId) => [appId, brandOf(appId)] as const);

describe.each(brandsOf)("the brand of app %s", (_, brand) => {
  it("has its pictures", () => {
    for (const picture of [brand.brandImage, brand.logo ?? brand.brandImage]) {
      expect(existsSync(`public${picture}`), picture).toBe(true);
    }
  });

  it("knows its user by the number in the app's link", () => {
    expect(brand.mode).toBe("userId");
  });
});

it("no two brands look the same", () => {
  const looks = brandsOf.map(([, { appName, brandImage, primaryColor }]) => [appName, brandImage, primaryColor]);
  for (const column of [0, 1, 2]) expect(new Set(looks.map((look) => look[column])).size).toBe(APPS.length);
});

it("an app that has no brand of its own looks like the default one", () => {
  expect(brandOf(999)).toBe(brandOf(502));
});

it("a brand is found by the manifest it names", () => {
  expect(brandOfManifest("101.webmanifest")).toMatchObject({ id: "101", brand: { appName: "VPN Master" } });
  expect(brandOfManifest("114.webmanifest")).toBeUndefined();
});

const DEFAULTS: object = JSON.parse(readFileSync("app/visitor/brand/default.json", "utf8"));
const read = (file: object) => readBrands({ "./brands/default.json": DEFAULTS, "./brands/7.json": file }).get("7");

it("a brand says only what is different", () => {
  const { brand, consentIn } = read({ appName: "Seven" }) ?? {};
  expect({ ...brand, consentIn }).toEqual({ ...read({})?.brand, appName: "Seven", consentIn: read({})?.consentIn });
  const { imprintUrl, commerceUrl, promises, hasMoneyBack, appLinks, ...look } = brandOf(502);
  expect(brand).toEqual({ ...look, appName: "Seven", promises: [] });
});

it("a brand promises only what its own file says, whatever the default one does", () => {
  expect(read({})?.selling).toEqual({});
  const refunds = { days: 7, except: ["crypto"] };
  expect(read({ refunds, minimumAge: 16 })?.selling).toEqual({ refunds, minimumAge: 16 });
  expect(sellingTermsOf(502).refunds?.days).toBeGreaterThan(0);
  expect(sellingTermsOf(114).refunds).toBeUndefined();
});

it("the days to withdraw are by country, and a file that says one number for all is told what to write", () => {
  const withdrawalDays = { EEA: 14, KR: 7 };
  expect(read({ withdrawalDays })?.selling).toEqual({ withdrawalDays });
  expect(() => read({ withdrawalDays: 14 })).toThrow(
    'withdrawalDays: must be the days by country, such as { "EEA": 14',
  );
  expect(() => read({ withdrawalDays: { XX: 14 } })).toThrow("withdrawalDays");
});

it("where a renewed plan can be ended with a month's notice is said by country or for all of Europe", () => {
  expect(read({ monthsNoticeIn: ["DE", "NL"] })?.selling).toEqual({ monthsNoticeIn: ["DE", "NL"] });
  expect(read({ monthsNoticeIn: ["EEA"] })?.selling.monthsNoticeIn).toHaveLength(30);
  expect(() => read({ monthsNoticeIn: ["Germany"] })).toThrow("7.json monthsNoticeIn.0");
});

it("a brand says only of some providers how its buyers know them", () => {
  const pd = { name: "cardOrWallet", marks: ["visa", "paypal"], partner: "Paddle" };
  expect(read({ methods: { pd } })?.methods).toEqual({ ...read({})?.methods, pd });
  expect(paymentMethodOf(999, "so")).toEqual({ name: "card", marks: ["visa", "mastercard", "amex"] });
});

it("no two providers of a brand have the same name", () => {
  for (const appId of APPS)
    expect(new Set(PROVIDERS.map((code) => paymentMethodOf(appId, code).name)).size).toBe(PROVIDERS.length);
});

it("every mark that a brand may name is in the one picture, which is small", () => {
  const picture = readFileSync("app/providers/marks.svg");
  const views = [...picture.toString().matchAll(/<view id="([\w-]+)"/g)].map(([, id]) => id);
  expect(views.toSorted()).toEqual([...PAYMENT_MARKS].sort());
  expect(gzipSync(picture).length).toBeLessThan(3 * 1024);
});

it("where a brand's app is installed from it says itself: another brand's app is none of its", () => {
  const storeLinks = { ios: "https://example.com/ios", android: "https://example.com/android" };
  expect(read({ storeLinks })?.storeLinks).toEqual(storeLinks);
  expect([read({})?.storeLinks, read({ storeLinks })?.brand]).toEqual([undefined, read({})?.brand]);
  expect(storeLinksOf(502)).toBeDefined();
});

it("every version of a brand's terms has an address of its own", () => {
  expect(termsAt(101, "2024-01")).toBe("https://www.example.com/master/terms/2024-01");
  expect(termsAt(101, "../x?y")).toBe("https://www.example.com/master/terms/..%2Fx%3Fy");
  expect(termsAt(114, "2024-01")).toBeUndefined();
});

const LINK = "https://open.seven.test/open/7";
const SHA = Array(32).fill("AB").join(":");

it("how a brand's app is opened it says itself: another brand's app is none of its", () => {
  const openApp = { link: LINK, returnLink: "seven://paid", android: { package: "com.seven.vpn", sha256: [SHA] } };
  expect([read({ openApp })?.openApp, read({})?.openApp, read({})?.brand.appLinks]).toEqual([
    openApp,
    undefined,
    undefined,
  ]);
  expect(openAppOf(502)).toBeDefined();
  expect(openAppOf(114)).toBeUndefined();
});

it.each([
  [{ mode: "email" }, /7\.json mode: the only mode there is is "userId"/],
  [{ brandImage: "https://evil.example/x.svg" }, /7\.json brandImage/],
  [{ brandImage: "/brands/../../etc.svg" }, /7\.json brandImage/],
  [{ primaryColor: "red;}" }, /7\.json primaryColor/],
  [{ policyUrl: "javascript:alert(1)" }, /7\.json policyUrl/],
  [{ cancelUrl: "http://www.example.com/cancel" }, /7\.json cancelUrl/],
  [{ withdrawUrl: "/withdraw" }, /7\.json withdrawUrl/],
  [{ appLinks: { ios: "javascript://x", android: "seven://open" } }, /7\.json appLinks\.ios/],
  [
    { storeLinks: { ios: "http://example.com/ios", android: "https://example.com/android" } },
    /7\.json storeLinks\.ios/,
  ],
  [{ storeLinks: { ios: "https://example.com/ios" } }, /7\.json storeLinks\.android/],
  [{ openApp: { link: "http://example.com/open" } }, /7\.json openApp\.link: must be an https address/],
  [{ openApp: { link: "https://example.com/open?x=1" } }, /7\.json openApp\.link: must be an address without \? and #/],
  [{ openApp: { returnLink: "https://example.com/paid" } }, /7\.json openApp: needs a `link`, or `appLinks`/],
  [{ openApp: { link: LINK, returnLink: "javascript://paid" } }, /7\.json openApp\.returnLink/],
  [{ openApp: { link: LINK, apple: { appId: "com.my.vpn" } } }, /7\.json openApp\.apple\.appId: must be a team and a/],
  [{ openApp: { link: LINK, android: { package: "vpn", sha256: [SHA] } } }, /7\.json openApp\.android\.package/],
  [{ openApp: { link: LINK, android: { package: "com.my.vpn", sha256: [] } } }, /7\.json openApp\.android\.sha256/],
  [
    { openApp: { link: LINK, android: { package: "com.my.vpn", sha256: [SHA.toLowerCase()] } } },
    /openApp\.android\.sha256\.0: must be 32 bytes/,
  ],
  [{ webmanifest: "../x" }, /7\.json webmanifest/],
  [{ consentIn: ["EU"] }, /7\.json consentIn/],
  [{ refunds: { days: 0 } }, /7\.json refunds\.days/],
  [{ refunds: { days: 30, except: ["mondays"] } }, /7\.json refunds\.except/],
  [{ minimumAge: 3 }, /7\.json minimumAge/],
  [
    { terms: { version: "2026-11", url: "https://example.com/terms" } },
    /7\.json terms\.url: must have \{version\} in it/,
  ],
  [{ terms: { version: "a b", url: "https://example.com/{version}" } }, /7\.json terms\.version/],
  [{ imprintUrl: "http://example.com" }, /7\.json imprintUrl/],
  [{ promises: ["speed"] }, /7\.json promises/],
  [{ consentIn: "nowhere" }, /7\.json consentIn/],
  [{ motto: "Fast" }, /7\.json/],
  [{ methods: { so: { name: "cash", marks: [] } } }, /7\.json methods\.so\.name: .*"cardOrLocal"/],
  [{ methods: { so: { name: "card", marks: ["coin"] } } }, /7\.json methods\.so\.marks\.0: .*"visa"/],
  [{ methods: { so: { name: "card", marks: [], partner: "" } } }, /7\.json methods\.so\.partner/],
  [{ methods: { xx: { name: "card", marks: [] } } }, /7\.json methods: .*"xx"/],
])("%j stops the site at start", (file, mistake) => {
  expect(() => read(file)).toThrow(mistake);
});

it("a brand's file says in which countries visitors are asked, by country or as the EEA", () => {
  expect(read({ consentIn: ["EEA", "GB"] })?.consentIn).toEqual(expect.arrayContaining(["DE", "IS", "GB"]));
  expect(read({ consentIn: ["EEA"] })?.consentIn).toHaveLength(30);
  expect(read({ consentIn: "everywhere" })?.consentIn).toBe("everywhere");
});

it.each([
  ["DE", true],
  ["NO", true],
  ["GB", true],
  ["CH", true],
  ["BR", true],
  ["US", false],
  ["TR", false],
  [undefined, true],
])("visitors in %s are asked by default: %s", (country, isAsked) => {
  expect([needsConsentIn(502, ["US", country]), needsConsentIn(999, [country])]).toEqual([isAsked, isAsked]);
});

it("no page is sent where a brand asks", () => {
  expect(brandsOf.filter(([, brand]) => "consentIn" in brand)).toEqual([]);
});

it("a file that is named by no app id stops it, too, and all mistakes are told at once", () => {
  const files = { "./brands/default.json": DEFAULTS, "./brands/seven.json": {}, "./brands/8.json": { mode: "x" } };
  expect(() => readBrands(files)).toThrow(/seven\.json: must be named by an app id\n {2}8\.json mode/);
});

/** The colours the style sheet itself sets, of one scheme. */
function tokensOf(scheme: "light" | "dark"): Map<string, string> {
  const css = readFileSync("app/styles/tokens.css", "utf8");
  const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");
  const source = scheme === "light" ? light : dark;
  return new Map([...source.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, name = "", color = ""]) => [name, color]));
}

/** Every pair of a text and what it stands on that the style sheet makes with the brand's colours. */
function pairsOf({ brand, strong, soft, on }: BrandColors, scheme: "light" | "dark"): [string, string][] {
  const token = (name: string) => tokensOf(scheme).get(name) ?? "none";
  const grounds = [token("page"), token("surface"), soft];
  const inks = [token("ink"), token("ink-soft"), token("good"), token("bad")];
  return [
    ...grounds.flatMap((ground): [string, string][] => [
      [brand, ground],
      [strong, ground],
    ]),
    ...inks.map((ink): [string, string] => [ink, soft]),
    [on, brand],
    [on, strong],
  ];
}

const worstOf = (colors: BrandColors, scheme: "light" | "dark") =>
  Math.min(...pairsOf(colors, scheme).map(([text, ground]) => wcagContrast(text, ground)));

/** Without a colour of its own a brand has those of the style sheet. */
function colorsOf(brand: ReturnType<typeof brandOf>, scheme: "light" | "dark"): BrandColors {
  const token = (name: string) => tokensOf(scheme).get(name) ?? "none";
  const plain = {
    brand: token("brand"),
    strong: token("brand-strong"),
    soft: token("brand-soft"),
    on: token("on-brand"),
  };
  return brand.colors?.[scheme] ?? plain;
}

it.each(brandsOf.flatMap(([id, brand]) => (["light", "dark"] as const).map((scheme) => [id, scheme, brand] as const)))(
  "all that app %s writes in its colours can be read, %s",
  (_, scheme, brand) => {
    expect(worstOf(colorsOf(brand, scheme), scheme)).toBeGreaterThanOrEqual(7);
  },
);

it("so could it in any other colour", () => {
  const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(fc.oneof(anyColor, fc.constantFrom("#000000", "#ffffff", "#ffff00", "#0000ff", "#808080")), (color) => {
      const { light, dark } = brandColors(color);
      expect(worstOf(light, "light")).toBeGreaterThanOrEqual(7);
      expect(worstOf(dark, "dark")).toBeGreaterThanOrEqual(7);
    }),
    { numRuns: runs(200) },
  );
});

const OWN = {
  ...DEFAULTS,
  policyUrl: "https://www.vela-vpn.com/privacy",
  termsUrl: "https://www.vela-vpn.com/terms",
  imprintUrl: "https://www.vela-vpn.com/legal",
  terms: { version: "2026-11", url: "https://www.vela-vpn.com/terms/{version}" },
  storeLinks: { ios: "https://apps.apple.com/app/id1", android: "https://play.google.com/store/apps/details?id=vela" },
  openApp: { link: "https://open.vela-vpn.com/open/502", apple: { appId: "ABCDE12345.com.vela-vpn.app" } },
  supportEmail: "support@vela-vpn.com",
  company: "Vela Networks SA, 1 Main Street, Luxembourg",
  promisedBy: "Legal, 2026-11-25",
};

/** Where each line says that something is to be written. */
const fieldsToWrite = (files: Record<string, unknown>) =>
  examplesIn(files).map((line) => line.slice(0, line.indexOf(":")));

it("what every operator has to write is told, field by field, with the promises that are made in their name", () => {
  const files = { "./default.json": DEFAULTS, "./9.json": { supportEmail: "help@nine.test" } };
  expect(fieldsToWrite(files)).toEqual([
    "default.json policyUrl",
    "default.json termsUrl",
    "default.json storeLinks.ios",
    "default.json storeLinks.android",
    "default.json openApp.apple.appId",
    "default.json openApp.android.package",
    "default.json supportEmail",
    "default.json imprintUrl",
    "default.json terms.url",
    "default.json company",
    "default.json promisedBy",
    "9.json supportEmail",
  ]);
  expect(examplesIn(files).join()).toMatch(/refunds .*30.*hidesSites.*"devices":10,"countries":60,"noLogs":true/);
  expect(() => refuseExamples(files)).toThrow(/12 lines .*\n {2}default\.json policyUrl: "https:/);
});

it("a brand of the operator's own is nobody's example, and nobody has to promise anything", () => {
  expect(examplesIn({ "./default.json": OWN })).toEqual([]);
  expect(examplesIn({ "./9.json": { appName: "Nine" } })).toEqual([]);
  expect(read(OWN)?.selling).toEqual(read({ ...OWN, promisedBy: undefined })?.selling);
  expect(read(OWN)?.brand).not.toHaveProperty("promisedBy");
});

it.each(["refunds", "withdrawalDays", "monthsNoticeIn", "promises", "features", "replyHours"])(
  "%s is promised by somebody, in each file anew",
  (field) => {
    const promise = { [field]: Object.entries(DEFAULTS).find(([name]) => name === field)?.[1] };
    expect(fieldsToWrite({ "./default.json": OWN, "./9.json": promise })).toEqual(["9.json promisedBy"]);
  },
);

it.each([
  "https://example.com/terms",
  "https://vpn.example.org",
  "https://terms.vpn.example/x",
  "https://vpn.invalid:8443",
  "a@vpn.test",
])("%s is an example", (text) => {
  expect(fieldsToWrite({ "./9.json": { termsUrl: text } })).toEqual(["9.json termsUrl"]);
});

it.each(["https://www.example-vpn.com/terms", "https://test.vela-vpn.com", "https://vela-vpn.com/example.html"])(
  "%s may be an operator's own",
  (text) => {
    expect(examplesIn({ "./9.json": { termsUrl: text } })).toEqual([]);
  },
);

it("all brands that come with the site are examples, so production is sold under none of them", () => {
  const shipped = ["default", "101", "114"].map((id) => [
    `${id}.json`,
    JSON.parse(readFileSync(`app/visitor/brand/${id}.json`, "utf8")),
  ]);
  const named = new Set(fieldsToWrite(Object.fromEntries(shipped)).map((line) => line.split(" ")[0]));
  expect([...named].toSorted()).toEqual(["101.json", "114.json", "default.json"]);
});
