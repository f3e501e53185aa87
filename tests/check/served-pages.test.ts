import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { differences } from "../../tools/check/served-pages";
import { upstream } from "../mocks/server";
import { temporaryFolder } from "../setup/temporary-folder";

const SITE = "https://shop.test";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'sha256-aaaa='; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};
const BUILT = { "/assets/entry.js": "start()", "/assets/lite.css": "p{}" };
const PAGE = `<link rel="stylesheet" href="/assets/lite.css"><script type="application/json">{}</script>
  <link rel="modulepreload" href="/assets/entry.js"><script type="module" src="/assets/entry.js"></script>`;

interface Site {
  headers?: Record<string, string>;
  page?: string;
  files?: Record<string, string>;
}

/** What differs on a site that serves the build, but for what is given. */
function found({ headers = HEADERS, page = PAGE, files = BUILT }: Site, allowed: string[] = []): Promise<string[]> {
  const clientDir = temporaryFolder("client");
  mkdirSync(join(clientDir, "assets"));
  for (const [path, text] of Object.entries(BUILT)) writeFileSync(join(clientDir, path), text);
  upstream.use(
    http.get(`${SITE}/payment`, () => HttpResponse.html(page, { headers })),
    http.get(`${SITE}/assets/:name`, ({ params }) => {
      const text = files[`/assets/${params.name}`];
      return new HttpResponse(text ?? null, { status: text === undefined ? 404 : 200 });
    }),
    http.get(`${SITE}/away`, () => new HttpResponse(null, { status: 503 })),
  );
  return differences({ origin: SITE, paths: ["/payment"], clientDir, allowed });
}

const policy = (from: string, to: string): Site => ({
  headers: { ...HEADERS, "content-security-policy": HEADERS["content-security-policy"].replace(from, to) },
});

test("a site that serves the build differs in nothing", async () => {
  expect(await found({})).toEqual([]);
});

test.each<[string, Site, RegExp]>([
  ["a script with other bytes", { files: { ...BUILT, "/assets/entry.js": "steal()" } }, /entry\.js: has other bytes/],
  ["a script that is gone", { files: { "/assets/lite.css": "p{}" } }, /entry\.js: is of this build, and is not served/],
  [
    "a script of somebody else",
    { page: '<script src="https://evil.example/x.js"></script>' },
    /evil\.example\/x\.js is not/,
  ],
  ["a script that is new", { page: '<script src="/assets/new.js"></script>' }, /new\.js is not of this build/],
  ["a script in the page", { page: "<script>steal()</script>" }, /a script stands in the page itself/],
  [
    "a looser policy",
    policy("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    /allows 'unsafe-inline' in script-src/,
  ],
  [
    "another origin in it",
    policy("connect-src 'self'", "connect-src 'self' https://evil.example"),
    /evil\.example in connect-src/,
  ],
  ["a directive that is new", policy("img-src", "worker-src blob:; img-src"), /has worker-src/],
  ["no policy", { headers: { ...HEADERS, "content-security-policy": "" } }, /has no script-src/],
  ["no promise of https", { headers: { ...HEADERS, "strict-transport-security": "" } }, /strict-transport-security/],
  ["no header of another kind", { headers: { ...HEADERS, "x-frame-options": "" } }, /x-frame-options/],
])("%s is told", async (_, site, line) => {
  expect((await found(site)).join("\n")).toMatch(line);
});

const CHECK = "https://check.example/api/";

test.each<[string, Site, number]>([
  ["where it may stand", policy("script-src 'self'", `script-src 'self' ${CHECK}`), 0],
  ["without its path", policy("script-src 'self'", "script-src 'self' https://check.example"), 1],
  ["where it has nothing to do", policy("base-uri 'none'", `base-uri ${CHECK}`), 1],
])("a source that pages may name, %s", async (_, site, amount) => {
  expect(await found(site, [CHECK])).toHaveLength(amount);
});

test("a page that does not answer is told, as nothing on it was looked at", async () => {
  await found({});
  const clientDir = temporaryFolder("client");
  mkdirSync(join(clientDir, "assets"));
  const told = await differences({ origin: SITE, paths: ["/away"], clientDir, allowed: [] });
  expect(told).toEqual(["/away: answers 503, so nothing on it was looked at"]);
});
