import { createHash } from "node:crypto";
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
  /** Origins that pages may use beside the site's own: of a bot check, or of a provider's frame. */
  also: readonly string[];
}

/** What a directive may name, beside the origins of `also`; one that is not here may not be there. */
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
/** Without them browsers would allow anything. */
const REQUIRED = ["default-src", "script-src", "base-uri", "frame-ancestors", "form-action"];

const HEADERS: Readonly<Record<string, RegExp>> = {
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "cross-origin-opener-policy": /^same-origin$/,
};
const HTTPS_HEADERS: typeof HEADERS = { "strict-transport-security": /^max-age=\d{8,}/ };

/**
 * What a running site serves otherwise than this build: scripts and styles by their bytes, and the headers that keep others out. It is
 * what PCI DSS 11.6.1 asks to be noticed. @returns a line for each difference; none where there is no answer to be judged: that throws
 */
export async function differences({ origin, paths, clientDir, also }: Served): Promise<string[]> {
  const files = filesIn(clientDir);
  const found = await Promise.all([
    ...files.map((path) => fileDifference(origin, path, readFileSync(join(clientDir, path)))),
    ...paths.map((path) => pageDifferences(new URL(path, origin), files, also)),
  ]);
  return found.flat();
}

/** The scripts and styles of a build, as paths of the site. */
const filesIn = (clientDir: string): string[] =>
  readdirSync(join(clientDir, "assets"))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => `/assets/${name}`);

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function fileDifference(origin: string, path: string, built: Uint8Array): Promise<string[]> {
  const answer = await fetch(new URL(path, origin), { redirect: "manual" });
  if (answer.status !== 200) return [`${path}: is of this build, and is not served (${answer.status})`];
  const isSame = hashOf(new Uint8Array(await answer.arrayBuffer())) === hashOf(built);
  return isSame ? [] : [`${path}: has other bytes than in this build`];
}

async function pageDifferences(page: URL, files: readonly string[], also: readonly string[]): Promise<string[]> {
  const answer = await fetch(page, { redirect: "manual", headers: { accept: "text/html" } });
  if (answer.status !== 200) return [`${page.pathname}: answers ${answer.status}, so nothing on it was looked at`];
  const { document } = new JSDOM(await answer.text()).window;
  const mistakes = [
    ...headerMistakes(page, answer.headers),
    ...policyMistakes(answer.headers.get("content-security-policy") ?? "", also),
    ...scriptMistakes(page, document, files),
  ];
  return mistakes.map((mistake) => `${page.pathname}: ${mistake}`);
}

const headerMistakes = ({ protocol }: URL, headers: Headers): string[] =>
  Object.entries(protocol === "https:" ? { ...HEADERS, ...HTTPS_HEADERS } : HEADERS)
    .filter(([name, expected]) => !expected.test(headers.get(name) ?? ""))
    .map(([name]) => `the header ${name} is ${headers.get(name) ?? "missing"}`);

function policyMistakes(policy: string, also: readonly string[]): string[] {
  const directives = policy
    .split(";")
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name !== "");
  const missing = REQUIRED.filter((name) => !directives.some(([given]) => given === name));
  const foreign = directives.flatMap(([name = "", ...sources]) => {
    const allowed = POLICY[name];
    if (allowed === undefined) return [`Content-Security-Policy has ${name}`];
    return sources
      .filter((source) => !allowed.test(source) && !also.some((origin) => isOf(origin, source)))
      .map((source) => `Content-Security-Policy allows ${source} in ${name}`);
  });
  return [...missing.map((name) => `Content-Security-Policy has no ${name}`), ...foreign];
}

const isOf = (origin: string, source: string): boolean => source === origin || source.startsWith(`${origin}/`);

const DATA_TYPES = /^application\/(ld\+)?json$/;

function scriptMistakes(page: URL, document: Document, files: readonly string[]): string[] {
  const inline = [...document.querySelectorAll<HTMLScriptElement>("script:not([src])")]
    .filter(({ type }) => !DATA_TYPES.test(type))
    .map(() => "a script stands in the page itself");
  const loaded = [...document.querySelectorAll("script[src], link[rel=modulepreload], link[rel=stylesheet]")]
    .map((element) => new URL(element.getAttribute("src") ?? element.getAttribute("href") ?? "", page))
    .filter(({ origin, pathname }) => origin !== page.origin || !files.includes(pathname))
    .map(({ href }) => `${href} is not of this build`);
  return [...inline, ...loaded];
}
