import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type BrowserServer, chromium } from "playwright-core";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import { buildIfStale } from "../../host/start/build.mjs";
import { startSite } from "../../tests/journeys/running-site";
import { startChromium } from "../../tests/setup/chromium";
import { type Measures, measure } from "./measure";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs", "checkout-design.md");
const PHONE = { width: 360, height: 740 };
const PLAN = "/payment/two-years";

interface Row {
  lang: LocaleCode;
  usual: Measures;
  large: Measures;
}

/** The checkout in every language, as a phone without scripts shows it. */
async function measureAll(server: BrowserServer, site: string): Promise<Map<LocaleCode, Measures>> {
  const browser = await chromium.connect(server.wsEndpoint());
  const context = await browser.newContext({ viewport: PHONE, locale: "en-US", javaScriptEnabled: false });
  const page = await context.newPage();
  const found = new Map<LocaleCode, Measures>();
  for (const { code } of LOCALES) {
    await page.goto(`${site}${inLanguage(code, PLAN)}`);
    found.set(code, await measure(page));
  }
  return found;
}

async function measureIn(site: string, hasLargeText: boolean): Promise<Map<LocaleCode, Measures>> {
  const server = await startChromium({ hasLargeText });
  try {
    return await measureAll(server, site);
  } finally {
    await server.close();
  }
}

const screens = (length: number): string => (length / PHONE.height).toFixed(2);

const COLUMNS: readonly [head: string, (row: Row) => string][] = [
  ["language", ({ lang }) => lang],
  ["to Pay, screens", ({ usual }) => screens(usual.payEnd)],
  ["to the order's end", ({ usual }) => screens(usual.orderEnd)],
  ["page, screens", ({ usual }) => screens(usual.pageHeight)],
  ["bar, px", ({ usual }) => usual.barHeight.toFixed(0)],
  ["e-mail in sight", ({ usual }) => (usual.hasEmail ? "yes" : "no")],
  ["ways to pay in sight", ({ usual }) => String(usual.methods)],
  ["sideways, px", ({ usual }) => String(usual.sideways)],
  ["200 %: to Pay", ({ large }) => screens(large.payEnd)],
  ["200 %: bar, % of the screen", ({ large }) => ((100 * large.barHeight) / PHONE.height).toFixed(0)],
  ["200 %: sideways, px", ({ large }) => String(large.sideways)],
];

function table(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(COLUMNS.map(([head]) => head)),
    line(COLUMNS.map((_, at) => (at === 0 ? "---" : "--:"))),
    ...rows.map((row) => line(COLUMNS.map(([, cell]) => cell(row)))),
  ].join("\n");
}

/** Puts the table between the two marks of that name in the page. @throws where they are not there */
async function writeTable(name: string, text: string): Promise<void> {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = await readFile(PAGE, "utf8");
  if (!page.includes(start) || !page.includes(end)) throw new Error(`${PAGE} has no place named "${name}"`);
  const before = page.slice(0, page.indexOf(start) + start.length);
  await writeFile(PAGE, `${before}\n${text}\n${page.slice(page.indexOf(end))}`);
}

/** Measures the checkout on a phone in every language, and writes it to docs/checkout-design.md: in place of the table of that name. */
async function main(name: string): Promise<void> {
  await buildIfStale(ROOT, "app");
  const running = await startSite();
  try {
    const { site } = running.addresses;
    const [usual, large] = [await measureIn(site, false), await measureIn(site, true)];
    const rows = LOCALES.flatMap(({ code: lang }) => {
      const [one, other] = [usual.get(lang), large.get(lang)];
      return one === undefined || other === undefined ? [] : [{ lang, usual: one, large: other }];
    });
    const text = table(rows);
    process.stdout.write(`${text}\n`);
    await writeTable(name, text);
  } finally {
    await running.stop();
  }
}

await main(process.argv[2] ?? "now");
