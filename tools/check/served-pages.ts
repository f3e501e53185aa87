import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";

/** What is looked at. */
export interface Served {
  /** The site's own. */
  origin: string;
  /** Pages, as paths. */
  paths: readonly string[];
  /** The folder of this build's files for browsers. */
  clientDir: string;
  /** Sources that pages' policies may name beside the site's own, as they stand there: of a bot check, or of a provider's frame. */
  allowed: readonly string[];
}

/** What a directive may name; one that is not here may not be there. */
const POLICY: Readonly<Record<string, RegExp>> = {
  "default-src": /^'none'$/,
  "script-src": /^'self'$/,
  "style-src": /^'(self|sha256-[\w+/]+=*)'$/,
  "connect-src": /^'self'$/,
  "frame-src": /^$/,
  "img-src": /^('self'|data:)$/,
  "manifest-src": /^'self'$/,
  "form-action": /^'self'$/,
  "base-uri": /^'none'$/,
  "frame-ancestors": /^'none'$/,
};
/** Where `allowed` counts, too. */
const OPEN_DIRECTIVES = ["script-src", "connect-src", "frame-src", "form-action"];
/** Without them browsers would allow anything. */
const REQUIRED = ["default-src", "script-src", "base-uri", "frame-ancestors", "form-action"];

const HEADERS: Readonly<Record<string, RegExp>> = {
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /^camera=\(\), geolocation=\(\), microphone=\(\), payment=\([^)]*\), usb=\(\)$/,
};
const HTTPS_HEADERS: typeof HEADERS = { "strict-transport-security": /^max-age=\d{8,}; includeSubDomains$/ };

/** What a buyer's phone sends: a server may answer others otherwise. */
const BROWSER = {
  accept: "text/html,*/*;q=0.8",
  "accept-language": "en",
  "user-agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};
/** Each may be a file of its own. */
const ENCODINGS = ["br", "gzip", "identity"];

const get = (address: URL, encoding = "br, gzip"): Promise<Response> =>
  fetch(address, { redirect: "manual", headers: { ...BROWSER, "accept-encoding": encoding } });

/**
 * How the scripts and the security headers of a running site differ from this build: what PCI DSS 11.6.1 asks to be noticed. The rest of
 * a page's HTML is not compared. @returns a line for each difference, also for what did not answer with 200 @throws where nobody answers
 */
export async function differences({ origin, paths, clientDir, allowed }: Served): Promise<string[]> {
  const files = filesIn(clientDir);
  const found = await Promise.all([
    ...files.map((path) => fileDifferences(new URL(path, origin), readFileSync(join(clientDir, path)))),
    ...paths.map((path) => pageDifferences(new URL(path, origin), files, allowed)),
  ]);
  return found.flat();
}

/** The scripts and linked styles of a build, as paths of the site. */
const filesIn = (clientDir: string): string[] =>
  readdirSync(join(clientDir, "assets"))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => `/assets/${name}`);

async function fileDifferences(address: URL, built: Buffer): Promise<string[]> {
  const found: string[] = [];
  for (const encoding of ENCODINGS) {
    const answer = await get(address, encoding);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200)
      found.push(`${address.pathname}: is of this build, and is not served (${answer.status})`);
    else if (!bytes.equals(built)) found.push(`${address.pathname}: has other bytes than in this build (${encoding})`);
  }
  return found;
}

async function pageDifferences(page: URL, files: readonly string[], allowed: readonly string[]): Promise<string[]> {
  const answer = await get(page);
  const html = await answer.text();
  if (answer.status !== 200) return [`${page.pathname}: answers ${answer.status}, so nothing on it was looked at`];
  const mistakes = [
    ...headerMistakes(page, answer.headers),
    ...policyMistakes(answer.headers.get("content-security-policy") ?? "", allowed),
    ...scriptMistakes(page, new JSDOM(html).window.document, files),
  ];
  return mistakes.map((mistake) => `${page.pathname}: ${mistake}`);
}

const headerMistakes = ({ protocol }: URL, headers: Headers): string[] =>
  Object.entries(protocol === "https:" ? { ...HEADERS, ...HTTPS_HEADERS } : HEADERS)
    .filter(([name, expected]) => !expected.test(headers.get(name) ?? ""))
    .map(([name]) => `the header ${name} is ${headers.get(name) || "missing"}`);

function policyMistakes(policy: string, allowed: readonly string[]): string[] {
  const directives = policy
    .split(";")
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name !== "");
  const missing = REQUIRED.filter((name) => !directives.some(([given]) => given === name));
  const foreign = directives.flatMap(([name = "", ...sources]) => {
    const own = POLICY[name];
    if (own === undefined) return [`Content-Security-Policy has ${name}`];
    const others = OPEN_DIRECTIVES.includes(name) ? allowed : [];
    return sources
      .filter((source) => !own.test(source) && !others.includes(source))
      .map((source) => `Content-Security-Policy allows ${source} in ${name}`);
  });
  return [...missing.map((name) => `Content-Security-Policy has no ${name}`), ...foreign];
}

const DATA_TYPES = /^application\/(ld\+)?json$/;

function scriptMistakes(page: URL, document: Document, files: readonly string[]): string[] {
  const inline = [...document.querySelectorAll<HTMLScriptElement>("script:not([src])")]
    .filter(({ type }) => !DATA_TYPES.test(type))
    .map(() => "a script stands in the page itself");
  const loaded = [...document.querySelectorAll("script[src], link[rel~=modulepreload], link[rel~=stylesheet]")]
    .map((element) => new URL(element.getAttribute("src") ?? element.getAttribute("href") ?? "", page))
    .filter(({ origin, pathname, search }) => origin !== page.origin || search !== "" || !files.includes(pathname))
    .map(({ href }) => `${href} is not of this build`);
  const refreshed = [...document.querySelectorAll("meta[http-equiv=refresh i]")]
    .map((element) => /;\s*url=(.+)$/i.exec(element.getAttribute("content") ?? "")?.[1] ?? "")
    .filter((target) => new URL(target, page).origin !== page.origin)
    .map((target) => `the page leads to ${target} by itself`);
  return [...inline, ...loaded, ...refreshed];
}
