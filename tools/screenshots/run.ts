import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { DEFAULT_LOCALE, isLocaleCode, LOCALES, type LocaleCode } from "~/i18n/locales";
import { buildIfStale } from "../../host/start/build.mjs";
import { type Addresses, startSite } from "../../tests/journeys/running-site";
import { startChromium } from "../../tests/setup/chromium";
import { addressesOf, ENTERED, prepare } from "./screens";

const ROOT = resolve(import.meta.dirname, "../..");
const USUAL_LANGUAGES = "en,ar,my,de";
const ALL_LANGUAGES = LOCALES.map(({ code }) => code);
const WIDTHS = [360, 1280] as const;
const SCHEMES = ["light", "dark"] as const;

interface Look {
  lang: LocaleCode;
  width: (typeof WIDTHS)[number];
  scheme: (typeof SCHEMES)[number];
}

const LOOKS: readonly Omit<Look, "lang">[] = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })));

/** The README's pictures: their file, their screen and how it is looked at. */
const PICTURES: readonly { file: string; screen: string; look: Look; height: number }[] = [
  { file: "checkout-360-light", screen: "checkout", look: { lang: "en", width: 360, scheme: "light" }, height: 740 },
  { file: "checkout-ar-360-dark", screen: "checkout", look: { lang: "ar", width: 360, scheme: "dark" }, height: 740 },
  { file: "brand-coupon-360-light", screen: "brand", look: { lang: "en", width: 360, scheme: "light" }, height: 740 },
  { file: "success-360-light", screen: "success", look: { lang: "en", width: 360, scheme: "light" }, height: 740 },
  { file: "checkout-1280-light", screen: "checkout", look: { lang: "en", width: 1280, scheme: "light" }, height: 800 },
];

async function inWindow(browser: Browser, { lang, width, scheme }: Look, use: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    viewport: { width, height: width === 360 ? 740 : 800 },
    colorScheme: scheme,
    locale: lang,
  });
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

const prefixOf = (lang: LocaleCode): string => (lang === DEFAULT_LOCALE ? "" : `/${lang}`);
const isSame = (one: Look, other: Look): boolean =>
  one.lang === other.lang && one.width === other.width && one.scheme === other.scheme;

/** Shows every screen of a language in the looks that are wanted. @returns the pictures' names without their folder */
async function shootLanguage(browser: Browser, { addresses, folder, looks }: Shooting, lang: LocaleCode) {
  const prefix = prefixOf(lang);
  let found: Record<string, string> = {};
  await inWindow(browser, { lang, width: 1280, scheme: "light" }, async (page) => {
    found = await prepare(page, addresses, prefix);
  });
  const taken: string[] = [];
  for (const kind of looks) {
    const look = { lang, ...kind };
    const take = async (page: Page, screen: string) => {
      const name = `${screen}-${lang}-${look.width}-${look.scheme}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
      taken.push(name);
      for (const { file, height } of PICTURES.filter((one) => one.screen === screen && isSame(one.look, look)))
        await page.screenshot({
          path: join(ROOT, "docs", "screenshots", `${file}.png`),
          clip: { x: 0, y: 0, width: look.width, height },
        });
    };
    for (const [screen, address] of addressesOf(addresses, prefix, found))
      await inWindow(browser, look, async (page) => {
        await page.goto(address);
        await take(page, screen);
      });
    for (const [screen, enter] of Object.entries(ENTERED))
      await inWindow(browser, look, async (page) => {
        await enter(page, addresses.site, prefix);
        await take(page, screen);
      });
    process.stdout.write(`${lang} ${look.width} ${look.scheme}\n`);
  }
  return taken;
}

/** The README's contact sheet: the checkout in every language, on a phone. */
async function shootContactSheet(browser: Browser, site: string): Promise<void> {
  const pictures: string[] = [];
  for (const lang of ALL_LANGUAGES)
    await inWindow(browser, { lang, width: 360, scheme: "light" }, async (page) => {
      await page.goto(`${site}${prefixOf(lang)}/payment/yearly`);
      pictures.push((await page.screenshot({ type: "jpeg", quality: 80 })).toString("base64"));
    });
  const page = await browser.newPage({ viewport: { width: 1640, height: 100 } });
  const images = pictures.map((picture) => `<img src="data:image/jpeg;base64,${picture}">`).join("");
  const styles =
    "body{margin:20px;display:grid;grid-template-columns:repeat(9,1fr);gap:12px;background:#c9ced6}img{width:100%}";
  await page.setContent(`<!DOCTYPE html><style>${styles}</style>${images}`);
  await page.screenshot({
    path: join(ROOT, "docs/screenshots/languages.jpg"),
    type: "jpeg",
    quality: 72,
    fullPage: true,
  });
  await page.close();
}

/** A page with all pictures side by side, a row a screen. */
function sheet(names: readonly string[]): string {
  const screens = [...new Set(names.map((name) => name.replace(/-[a-z]+-\d+-(light|dark)\.png$/, "")))];
  const rows = screens.map((screen) => {
    const own = names.filter((name) => name.replace(/-[a-z]+-\d+-(light|dark)\.png$/, "") === screen);
    const pictures = own.map(
      (name) => `<figure><img src="${name}" loading="lazy"><figcaption>${name}</figcaption></figure>`,
    );
    return `<h2>${screen}</h2><div>${pictures.join("")}</div>`;
  });
  return `<!DOCTYPE html><meta charset="utf-8"><title>Screens</title><style>body{font:14px system-ui;background:#888}div{display:flex;gap:8px;overflow:auto;align-items:flex-start}figure{margin:0}img{height:480px}</style>${rows.join("")}`;
}

/** What is taken, of which site, and where it goes. */
interface Shooting {
  addresses: Addresses;
  folder: string;
  looks: readonly Omit<Look, "lang">[];
}

const { values: wanted, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** "all", or a comma list. */
    languages: { type: "string", default: USUAL_LANGUAGES },
    look: { type: "string" },
  },
});

/**
 * Writes the README's pictures, and every screen in every look with a sheet of them all, to a folder that git ignores.
 * `--languages all` or a comma list, and `--look 360-light` for one look only.
 */
async function main(folder: string): Promise<void> {
  const languages = wanted.languages === "all" ? ALL_LANGUAGES : wanted.languages.split(",").filter(isLocaleCode);
  const looks = LOOKS.filter(({ width, scheme }) => wanted.look === undefined || wanted.look === `${width}-${scheme}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await buildIfStale(ROOT, "app");
  const server = await startChromium();
  const site = await startSite();
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const names: string[] = [];
    const shooting = { addresses: site.addresses, folder, looks };
    for (const lang of languages) names.push(...(await shootLanguage(browser, shooting, lang)));
    await shootContactSheet(browser, site.addresses.site);
    await writeFile(join(folder, "index.html"), sheet(names));
    process.stdout.write(`${names.length} pictures: ${join(folder, "index.html")}\n`);
  } finally {
    await server.close();
    await site.stop();
  }
}

await main(resolve(positionals[0] ?? join(ROOT, ".cache", "screenshots")));
