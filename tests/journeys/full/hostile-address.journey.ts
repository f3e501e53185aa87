import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import { type Sandbox, startSandbox } from "../../../sandbox/start";
import { payForm } from "../../../tools/rig/next-request";
import { type Page, PlainBrowser, type Request, refreshOf } from "../../../tools/rig/plain-browser";
import { READING_MS } from "../../../tools/rig/reading-time";
import { type LyingApi, payingAt, startLyingApi } from "../lying-api";
import { makeDataDir } from "../running-site";
import { type SiteOnApi, startSiteOn } from "../site-on-api";

const { dataDir, removeDataDir } = makeDataDir();
let sandbox: Sandbox;
let api: LyingApi;
let site: SiteOnApi;

beforeAll(async () => {
  site = await startSiteOn(async (siteOrigin) => {
    const log = pino({ level: "silent" });
    sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log });
    api = await startLyingApi(sandbox.origin);
    return { base: api.base, payHost: new URL(sandbox.origin).host };
  });
});
afterAll(async () => {
  await site.stop();
  await api.close();
  await sandbox.close();
  removeDataDir();
});

const HARMLESS = ["http:", "https:", "mailto:"];
const EVIL = "evil.example";
const lies = () => {
  const { host } = new URL(sandbox.origin);
  return [
    `https://${EVIL}/`,
    `//${EVIL}/`,
    `/\\${EVIL}`,
    `\\t//${EVIL}`,
    `https:${EVIL}`,
    `http://${host}@${EVIL}/`,
    `http://${host}.${EVIL}/`,
    `http://${EVIL}\\@${host}/`,
    `http://someone:secret@${host}/${EVIL}`,
    `https://${host}/%0d%0aLocation:%20https://${EVIL}/`,
    `javascript:location='https://${EVIL}'`,
    `data:text/html,<script>location='https://${EVIL}'</script>`,
  ];
};

/** The pages that follow a request until one waits for the buyer. */
async function pagesAfter(browser: PlainBrowser, sent: Request): Promise<Page[]> {
  const answer = await browser.send(sent);
  if (answer.kind === "page") return [answer.page];
  expect(answer.to.address.origin).toBe(site.origin);
  return pagesAfter(browser, answer.to);
}

/** The pay form of a buyer of their own, filled in. */
async function filledForm(provider: ProviderCode): Promise<{ browser: PlainBrowser; sent: Request }> {
  const browser = new PlainBrowser();
  const [page] = await pagesAfter(browser, { address: new URL("/payment/monthly", site.origin) });
  if (page === undefined) throw new Error("there is no form");
  return { browser, sent: payForm(page, { email: `${randomUUID()}@example.com`, provider }) };
}

/** Every address that a page can lead to: by itself, by a link, or by a form. */
function addressesOn(page: Page): URL[] {
  const names = ["href", "action", "src", "formaction"];
  const named = [...page.content.querySelectorAll(names.map((name) => `[${name}]`).join())].flatMap((element) =>
    names.flatMap((name) => element.getAttribute(name) ?? []),
  );
  const refresh = refreshOf(page)?.to.address;
  return [...named.map((address) => new URL(address, page.address)), ...(refresh === undefined ? [] : [refresh])];
}

function expectNoWayTo(evil: string, page: Page, lie: string): void {
  const where = `${page.address.pathname} (${page.status}) where the API says ${lie}`;
  expect(page.content.querySelector("h1")?.textContent, where).toBeTruthy();
  const leading = addressesOn(page).filter(({ protocol, host }) => !HARMLESS.includes(protocol) || host.endsWith(evil));
  expect(leading, where).toEqual([]);
  expect(page.headers.get("content-security-policy"), where).not.toContain(evil);
}

test.each(PROVIDERS)("a payments API that lies about where to pay by %s leads nobody there", async (provider) => {
  const buyers = await Promise.all(lies().map(async (lie) => ({ lie, ...(await filledForm(provider)) })));
  if (provider === "rb") await setTimeout(READING_MS);
  for (const { lie, browser, sent } of buyers) {
    api.lie = payingAt(lie);
    const pages = await pagesAfter(browser, sent);
    for (const page of pages) expectNoWayTo(EVIL, page, lie);
    expect(pages.map(({ address }) => address.pathname)).not.toContain(sent.address.pathname);
  }
});
