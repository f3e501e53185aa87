import { matchRoutes } from "react-router-dom";
import { createStaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import { isServablePath } from "../../../host/edge/request-line";
import { get } from "../site";

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
const escaped = (byte: number): string => `%${byte.toString(16).padStart(2, "0")}`;
/** What a byte looks like in an address that a browser would send as it is. */
const raw = (byte: number): string => encodeURI(String.fromCharCode(byte));

const PAIRS = BYTES.flatMap((one) =>
  BYTES.flatMap((other) => [
    `/${escaped(one)}${escaped(other)}`,
    ...(one < 0x80 && other < 0x80 ? [`/${raw(one)}${raw(other)}`, `/${escaped(one)}/${raw(other)}`] : []),
  ]),
);

/** The two shapes that the app's routes have: one for any address, and a page behind a language. */
const ROUTES = [
  {
    id: "root",
    path: "/",
    children: [
      { id: "page", path: ":lang?/payment/:plan" },
      { id: "any", path: "*" },
    ],
  },
];

const router = createStaticRouter(ROUTES, {
  basename: "/",
  location: { pathname: "/", search: "", hash: "", state: null, key: "" },
  matches: [],
  loaderData: {},
  actionData: null,
  errors: null,
  statusCode: 200,
  loaderHeaders: {},
  actionHeaders: {},
  activeDeferreds: null,
});

/** What rendering does to the path of each route that it has found. */
function isRenderable(path: string): boolean {
  try {
    const matches = matchRoutes(ROUTES, new URL(`http://localhost${path}`).pathname) ?? [];
    for (const { pathname, pathnameBase } of matches) {
      router.encodeLocation(pathname);
      router.encodeLocation(pathnameBase);
    }
    return matches.length > 0;
  } catch {
    return false;
  }
}

it("no two bytes that the host lets through make an address that cannot be rendered", () => {
  expect(PAIRS.filter((path) => isServablePath(path) && !isRenderable(path))).toEqual([]);
});

it("only what does not decode, control characters and backslashes are refused", () => {
  const refused = PAIRS.filter((path) => !isServablePath(path));
  const decoded = refused.flatMap((path) => {
    try {
      return [decodeURIComponent(path)];
    } catch {
      return [];
    }
  });
  expect(decoded.length).toBeGreaterThan(0);
  expect(decoded.filter((path) => !/[\p{Cc}\\]/u.test(path))).toEqual([]);
  expect(refused.filter((path) => /^\/[\w.~!$&'()*+,;=:@-]*$/.test(path))).toEqual([]);
});

it("addresses that fail without the guard are known to it", () => {
  const failing = ["/%5c", "/%5c:", "/%09/:", "/%0a/:", "/%0d/%5b", "/%09%5c:"];
  expect(failing.filter(isRenderable)).toEqual([]);
  expect(failing.filter(isServablePath)).toEqual([]);
});

it("a sample of them is pages, or an address that no page has", async () => {
  const sample = PAIRS.filter(isServablePath).filter((_, at) => at % 1999 === 0);
  const odd = ["/:", "/%2f:", "/%2f%2f:", "/:%3a", "/%20", "/%3f%23", "/%5b", "/[", "/%25%35c:", "/@:", "/..%2f:"];
  for (const path of [...sample, ...odd]) {
    const { status } = await get(path);
    expect([200, 302, 308, 404], path).toContain(status);
  }
});
