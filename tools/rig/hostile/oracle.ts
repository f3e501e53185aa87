import { JSDOM } from "jsdom";
import { count, judgePage, pageName, type Score } from "../score";
import type { HostileAnswer } from "./exchange";
import type { HostileRequest } from "./requests";
import { COOKIES } from "./surface";

/** What an answer is held against. */
interface Asked extends Pick<HostileRequest, "path" | "evidence" | "secrets"> {
  site: string;
  /** Where buyers may be sent to pay. */
  sandbox: string;
}

/** What is wrong with an answer to a hostile request; failures of the page itself are counted in the score. */
export function wrongWith(answer: HostileAnswer, asked: Asked, score: Score): string[] {
  const { status, headers, body } = answer;
  if (isHtml(answer)) judgeHtml(answer, asked, score);
  else if (status >= 500) count(score.own5xx, pageName(asked.path.split("?")[0] ?? ""));
  return [
    ...offSite(headers.location, asked),
    ...injected(answer),
    ...unguarded(answer),
    ...(isHtml(answer) ? evidenceIn(body, asked) : []),
    ...(isHtml(answer) ? waysOut(body, asked) : []),
    ...(/node_modules|\bat \S+ \(.*:\d+:\d+\)/.test(body) ? ["tells its own insides"] : []),
    ...asked.secrets.filter((secret) => body.includes(secret)).map((secret) => `tells ${secret}`),
  ];
}

export const isHtml = ({ headers }: HostileAnswer): boolean =>
  headers["content-type"]?.startsWith("text/html") ?? false;

function judgeHtml({ status, body }: HostileAnswer, { path }: Asked, score: Score): void {
  const lang = /<html[^>]* lang="([^"]*)"/.exec(body)?.[1] ?? "";
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? "";
  judgePage(score, { path: path.split("?")[0] ?? "", status, lang, heading: textOf(heading) });
}

const { document } = new JSDOM().window;
function textOf(html: string): string {
  const element = document.createElement("textarea");
  element.innerHTML = html.replace(/<!--.*?-->|<[^>]*>/g, "");
  return element.value.trim();
}

/** Redirects stay here: only a page leads to a provider. */
function offSite(location: string | undefined, { site, path }: Asked): string[] {
  if (location === undefined) return [];
  const target = URL.canParse(location, site + path) ? new URL(location, site + path) : undefined;
  return target?.origin === site ? [] : [`redirects to ${location}`];
}

function injected({ headers }: HostileAnswer): string[] {
  const unknown = (headers["set-cookie"] ?? []).filter((cookie) => !COOKIES.includes(cookie.split("=")[0] ?? ""));
  const names = Object.keys(headers).filter((name) => name.includes("evil"));
  return [...unknown.map((cookie) => `sets ${cookie}`), ...names.map((name) => `sends the header ${name}`)];
}

/** What ends at the connection, before there is a request, has nothing to guard. */
function unguarded({ status, headers, body }: HostileAnswer): string[] {
  if (body === "" && (status >= 300 || headers["content-security-policy"] === undefined)) return [];
  const policy = String(headers["content-security-policy"] ?? "");
  const wanted = {
    "content-security-policy": policy.startsWith("default-src 'none'") && !policy.includes("unsafe"),
    "frame-ancestors": !isHtml({ status, headers, body }) || policy.includes("frame-ancestors 'none'"),
    "x-content-type-options": headers["x-content-type-options"] === "nosniff",
  };
  return Object.entries(wanted)
    .filter(([, isThere]) => !isThere)
    .map(([name]) => `lacks ${name}`);
}

const evidenceIn = (body: string, { evidence }: Asked): string[] =>
  evidence.filter((text) => body.includes(text)).map((text) => `repeats ${text.slice(0, 80)} unescaped`);

const HARMLESS = ["http:", "https:", "mailto:", "data:"];
/** Of `content` only what is an address: others are text, which may have a colon. */
const FOREIGN =
  /\b(?:href|action|formaction|src|content(?=="(?:[^"]*url=|https?:|\/\/)))="((?:[^"]*url=)?[^"]*(?::|\/\/|\\)[^"]*)"/gi;

/** Links, forms and refreshes that lead out by a foreign address or a script. */
function waysOut(body: string, { site, sandbox }: Asked): string[] {
  return [...body.matchAll(FOREIGN)]
    .map(([, address = ""]) => textOf(address).replace(/^\d+;\s*url=/i, ""))
    .filter((address) => URL.canParse(address, site))
    .map((address) => new URL(address, site))
    .filter(
      ({ protocol, origin, hostname }) => !HARMLESS.includes(protocol) || isEvil(hostname, origin, [site, sandbox]),
    )
    .map(({ href }) => `leads to ${href.slice(0, 120)}`);
}

const isEvil = (hostname: string, origin: string, own: readonly string[]): boolean =>
  !own.includes(origin) && hostname.endsWith("evil.example");
