import { createRequestHandler, json, type ServerBuild } from "@remix-run/node";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { routeHandlers } from "../../host/start/route-handlers";

const ORIGIN = "http://localhost:3000";
const app: ServerBuild = await import("virtual:remix/server-build");

/** The app's routes, whose loaders and actions only say that they ran, and for what. */
const told: ServerBuild["routes"] = Object.fromEntries(
  Object.entries(app.routes).map(([id, route]) => {
    if (route === undefined) return [id, route];
    const { loader, action } = route.module;
    const ran = (kind: string) => async (args: { params: object }) => json({ id, kind, params: args.params });
    const module = { ...route.module, loader: loader && ran("loader"), action: action && ran("action") };
    return [id, { ...route, module }];
  }),
);

/** The build with these routes, whose pages are what Remix found out about them. */
const build: ServerBuild = {
  ...app,
  routes: told,
  entry: {
    module: {
      default: async (_request, status, headers, { staticHandlerContext, routeModules, manifest }) => {
        const { matches, loaderData, actionData, errors } = staticHandlerContext;
        const routes = matches.map(({ route, params, pathname }) => ({
          id: route.id,
          params,
          pathname,
          hasModule: routeModules[route.id] !== undefined,
          script: manifest.routes[route.id]?.module,
        }));
        return Response.json({ routes, loaderData, actionData, errors }, { status, headers });
      },
      handleError: () => {},
    },
  },
};

const whole = createRequestHandler(build, "production");
const byRoute = routeHandlers(build, "production");

async function answerOf(handler: typeof whole, path: string, init: RequestInit) {
  const answer = await handler(new Request(ORIGIN + path, init));
  return { status: answer.status, headers: [...answer.headers], text: await answer.text() };
}

/** Every route's own address, with a word for each parameter. */
function addressOf(id: string, withLanguage: boolean): string {
  const { parentId, path = "" } = app.routes[id] ?? {};
  const own = path.replace(/:lang\?/, withLanguage ? "de" : "").replace(/:\w+\??|\*/g, "word");
  return `${parentId === undefined ? "" : addressOf(parentId, withLanguage)}/${own}`.replace(/\/+/g, "/");
}

const ADDRESSES = Object.keys(app.routes).flatMap((id) => [addressOf(id, true), addressOf(id, false)]);
const WORDS = [...new Set(ADDRESSES.flatMap((address) => address.split("/")))];
const CODES = LOCALES.map(({ code }) => code.toString());
const ODD = [
  "",
  "",
  ".",
  "..",
  "%2F",
  "%2e%2e",
  "%E4%BD%A0",
  "%20",
  "in",
  "DE",
  "PAYMENT",
  "x",
  "a.json",
  "*",
  ":lang",
];

const segment = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...CODES),
  fc.constantFrom(...ODD),
  fc.webSegment(),
);
const path = fc.oneof(
  fc.constantFrom(...ADDRESSES),
  fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join("/")}`),
);
const query = fc.option(fc.constantFrom(...Object.keys(app.routes), "nowhere"), { nil: undefined });
const method = fc.constantFrom("GET", "HEAD", "POST");

it("a handler of one route answers as one of the whole build would", async () => {
  await fc.assert(
    fc.asyncProperty(path, query, method, async (address, ofRoute, how) => {
      const asked = ofRoute === undefined ? address : `${address}?_data=${encodeURIComponent(ofRoute)}`;
      const init = how === "POST" ? { method: how, body: new URLSearchParams({ plan: "yearly" }) } : { method: how };
      expect(await answerOf(byRoute, asked, init)).toEqual(await answerOf(whole, asked, init));
    }),
    { numRuns: 400 },
  );
});

it.each(ADDRESSES)("%s is the same route's, asked for once and again", async (address) => {
  const expected = await answerOf(whole, address, {});
  expect(await answerOf(byRoute, address, {})).toEqual(expected);
  expect(await answerOf(byRoute, address, {})).toEqual(expected);
});
