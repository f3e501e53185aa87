import { describe, expect, it } from "vitest";
import { z } from "zod";
import { blockJson, pageState as pageStateOf } from "~/shell/scripts/page-state.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { get, page, type Shown } from "./site";

const pageState = z.object({
  context: z.object({
    state: z.object({
      loaderData: z.record(z.string(), z.looseObject({})),
      errors: z.record(z.string(), z.looseObject({})).nullable(),
    }),
  }),
  routes: z.array(z.string()),
});

const block = ({ document }: Shown, id: string): unknown =>
  JSON.parse(document.querySelector(`script[type="application/json"]#${id}`)?.textContent ?? "");
const stateOf = (shown: Shown) => pageState.parse(block(shown, "page-state"));

describe("a page's data for its scripts", () => {
  it("names the page's own routes only", async () => {
    expect(stateOf(await page("/payment/year")).routes).toEqual(["root", "routes/($lang).payment.($plan)"]);
  });

  it("has the messages once, in a block of their own", async () => {
    const shown = await page("/de/payment/year");
    expect(block(shown, "messages")).toHaveProperty("nav.pricing");
    expect(stateOf(shown).context.state.loaderData.root).not.toHaveProperty("messages");
  });

  it("leaves out what belongs to one visitor, wherever it is", () => {
    const value = {
      form: { visitorFields: { attempt: "a" }, plan: "year" },
      list: [{ visitorFields: 1, id: 2 }],
      owner: "stays",
    };
    expect(JSON.parse(blockJson(value))).toEqual({ form: { plan: "year" }, list: [{ id: 2 }], owner: "stays" });
  });

  it("has no text that could end it", () => {
    const text = "</script><!-- & \u2028 \u2029";
    expect(blockJson({ text })).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(blockJson({ text }))).toEqual({ text });
  });

  it.each([
    ["refused", "/cancel", { "x-edge-problem": "413" }],
    ["light", "/payment", { cookie: "lite=1" }],
  ])("is not in a page without scripts: %s", async (_, path, headers) => {
    const { document } = await page(path, headers);
    expect(document.querySelectorAll("script:not([type='application/ld+json'])")).toHaveLength(0);
  });
});

describe("an error", () => {
  it("that a route has thrown is told in words", async () => {
    upstream.use(refusing(endpoints.plans, 500));
    const { errors } = stateOf(await page("/payment/year")).context.state;
    expect(Object.values(errors ?? {})).toEqual([
      expect.objectContaining({
        __type: "RouteErrorResponse",
        status: 503,
        data: expect.objectContaining({ mayRetry: true }),
      }),
    ]);
  });

  it("that is a mistake in the code is told as one, and nothing of it", async () => {
    changeEnv({ apiBaseUrl: undefined });
    const { errors } = stateOf(await page("/")).context.state;
    expect(Object.values(errors ?? {})).toEqual([{ __type: "Error", message: "Unexpected Server Error" }]);
  });

  /** CVE-2026-53666: the browser calls the constructor that an error in the state names. */
  it.each([
    ["an object", { __type: "Error", __subType: "Image", message: "https://attacker.example" }],
    ["an error", Object.assign(new RangeError("https://attacker.example"), { __subType: "Image" })],
    ["an answer", { status: 400, statusText: "", internal: true, data: {}, __subType: "Image" }],
  ])("in the shape of a visitor's choice names no constructor: %s", (_, error) => {
    expect(stateWith(error)).not.toMatch(/Image|__subType|attacker|RangeError/);
  });
});

/** The page's state where its route has thrown this. */
const stateWith = (error: unknown): string =>
  pageStateOf({
    manifest: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" },
    routeModules: {},
    serverHandoffString: undefined,
    renderMeta: {},
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: false,
      v3_lazyRouteDiscovery: false,
    },
    isSpaMode: false,
    serializeError: (thrown) => thrown,
    staticHandlerContext: {
      basename: "/",
      location: { pathname: "/", search: "", hash: "", state: undefined, key: "" },
      matches: [],
      loaderData: {},
      actionData: null,
      errors: { root: error },
      statusCode: 500,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    },
  });

it("a redirect that a script meets leads to a document: the page knows no other page's route", async () => {
  const answer = await get("/en/payment?_data=root");
  expect([answer.headers.get("x-remix-redirect"), answer.headers.get("x-remix-reload-document")]).toEqual([
    expect.stringContaining("/payment"),
    "true",
  ]);
});
