import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  comeBack,
  endBrowser,
  hide,
  MANIFEST,
  NEWER,
  openPage,
  pass,
  type Server,
  setConnection,
  startBrowser,
} from "./stale-page";

const VERSION = "/version.json";
const MINUTES = 60;

let server: Server;
beforeEach(() => {
  server = startBrowser();
});
afterEach(endBrowser);

it("the manifest of the page's build is loaded a second after the page, then every five minutes the version", async () => {
  await openPage();
  await pass(0.999);
  expect(server.asked).toEqual([]);
  await pass(0.001);
  expect(server.asked).toEqual([MANIFEST]);
  await pass(5 * MINUTES - 1);
  expect(server.asked).toEqual([MANIFEST]);
  await pass(1);
  expect(server.asked).toEqual([MANIFEST, VERSION]);
  await pass(10 * MINUTES);
  expect(server.asked).toEqual([MANIFEST, VERSION, VERSION, VERSION]);
});

it("while the server has the page's build no document is due", async () => {
  const { takesDocument } = await openPage();
  await pass(6 * MINUTES);
  expect(server.asked).toContain(VERSION);
  expect(takesDocument("/payment")).toBe(false);
});

it("once the server has another build the next navigation loads a document, and nobody asks any more", async () => {
  const { takesDocument } = await openPage();
  await pass(1);
  server.answer = () => Response.json(NEWER);
  await pass(5 * MINUTES);
  expect(server.asked).toEqual([MANIFEST, VERSION]);
  await pass(20 * MINUTES);
  hide();
  await comeBack();
  expect(server.asked).toEqual([MANIFEST, VERSION]);
  expect(takesDocument("/payment")).toBe(true);
});

it("a page whose build is gone when it starts is outdated at once", async () => {
  server.answer = () => new Response(null, { status: 404 });
  const { takesDocument } = await openPage();
  await pass(1);
  await pass(20 * MINUTES);
  expect(server.asked).toEqual([MANIFEST]);
  expect(takesDocument("/payment")).toBe(true);
});

it.each([
  ["the network is gone", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the server is in trouble", () => Response.json(NEWER, { status: 502 })],
  ["nobody answers for it", () => new Response("<h1>Not found</h1>", { status: 404 })],
  ["an answer is no JSON", () => new Response("<h1>Sign in</h1>")],
  ["an answer is of another kind", () => Response.json([NEWER])],
  ["an answer is null", () => Response.json(null)],
])("where %s nothing is known, and it is asked again", async (_, fail) => {
  const { takesDocument } = await openPage();
  await pass(1);
  server.answer = fail;
  await pass(5 * MINUTES);
  expect(takesDocument("/payment")).toBe(false);
  await pass(5 * MINUTES);
  expect(server.asked).toEqual([MANIFEST, VERSION, VERSION]);
});

it("an answer that does not come is given up after ten seconds, and asked for no second time before", async () => {
  const { takesDocument } = await openPage();
  await pass(1);
  server.answer = () => new Promise(() => {});
  await pass(5 * MINUTES);
  for (const _ of [1, 2, 3]) {
    hide();
    await comeBack();
  }
  expect(server.asked).toEqual([MANIFEST, VERSION]);
  await pass(10);
  server.answer = () => Response.json(NEWER);
  hide();
  await comeBack();
  expect(server.asked).toEqual([MANIFEST, VERSION, VERSION]);
  expect(takesDocument("/payment")).toBe(true);
});

it("in a hidden tab nobody asks; who comes back is told at once", async () => {
  const { takesDocument } = await openPage();
  await pass(1);
  hide();
  server.answer = () => Response.json(NEWER);
  await pass(60 * MINUTES);
  expect(server.asked).toEqual([MANIFEST]);
  expect(takesDocument("/payment")).toBe(false);
  await comeBack();
  expect(server.asked).toEqual([MANIFEST, VERSION]);
  expect(takesDocument("/payment")).toBe(true);
});

it("without a connection nobody asks in vain; five minutes later is early enough", async () => {
  await openPage();
  await pass(1);
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  hide();
  await comeBack();
  expect(server.asked).toEqual([MANIFEST]);
  isOnline.mockReturnValue(true);
  await pass(5 * MINUTES);
  expect(server.asked).toEqual([MANIFEST, VERSION]);
});

it("after a return it is asked again in five minutes, not earlier", async () => {
  await openPage();
  await pass(1);
  await pass(4 * MINUTES);
  hide();
  await comeBack();
  expect(server.asked).toEqual([MANIFEST, VERSION]);
  await pass(5 * MINUTES - 1);
  expect(server.asked).toHaveLength(2);
  await pass(1);
  expect(server.asked).toHaveLength(3);
});

it.each([
  [true, [MANIFEST, VERSION]],
  [false, [MANIFEST]],
])(
  "a page that is shown from the back/forward cache (%j) asks, the first time it does not",
  async (persisted, asked) => {
    await openPage();
    await pass(1);
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));
    await pass(0);
    expect(server.asked).toEqual(asked);
  },
);

const SLOW = [{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g", saveData: false }];

it.each(SLOW)("on a slow link (%j) nothing is loaded until the visitor comes back", async (connection) => {
  setConnection(connection);
  const { takesDocument } = await openPage();
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  await pass(20 * MINUTES);
  hide();
  await pass(MINUTES);
  expect(server.asked).toEqual([]);
  await comeBack();
  expect(server.asked).toEqual([VERSION]);
  await pass(20 * MINUTES);
  expect(server.asked).toEqual([VERSION]);
  server.answer = () => Response.json(NEWER);
  hide();
  await comeBack();
  expect(server.asked).toEqual([VERSION, VERSION]);
  expect(takesDocument("/payment")).toBe(true);
});

it.each([{ effectiveType: "3g" }, { saveData: false, effectiveType: "4g" }, {}])(
  "a link of %j is not slow",
  async (connection) => {
    setConnection(connection);
    await openPage();
    await pass(1);
    expect(server.asked).toEqual([MANIFEST]);
  },
);

it("a server that does not tell its build is asked nothing", async () => {
  const { takesDocument } = await openPage({ build: undefined });
  await pass(20 * MINUTES);
  hide();
  await comeBack();
  expect(server.asked).toEqual([]);
  expect(takesDocument("/payment")).toBe(false);
});

it("a part of the page that does not load makes a document due, whatever the server tells", async () => {
  const { takesDocument } = await openPage({ build: undefined });
  window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
  expect(takesDocument("/payment")).toBe(true);
});

it("a page that is left asks nothing more, and hears nothing", async () => {
  const { close, takesDocument } = await openPage();
  await pass(1);
  server.answer = () => new Promise((resolve) => setTimeout(() => resolve(Response.json(NEWER)), 1_000));
  await pass(5 * MINUTES);
  close();
  await pass(20 * MINUTES);
  hide();
  await comeBack();
  window.dispatchEvent(new Event("vite:preloadError"));
  expect(server.asked).toEqual([MANIFEST, VERSION]);
  expect(takesDocument("/payment")).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
