import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { ViewPicture } from "~/analytics/page-views";
import { show } from "../shell/stage";
import {
  addressesOf,
  endBrowser,
  hide,
  idsOf,
  kept,
  leaveViews,
  openDocument,
  pass,
  refuseStorage,
  setCookies,
  showAgain,
  startBrowser,
  type Wire,
} from "./documents";

let wire: Wire;
beforeEach(() => {
  wire = startBrowser();
});
afterEach(endBrowser);

const uuid = z.uuid();

it("a document's view has the document's own id, and is sent a second later", async () => {
  const { requestId } = await openDocument({ at: "/de/payment/yearly?country=DE&coupon=SAVE" });
  const at = Date.now();
  await pass(0.999);
  expect(wire.fetched).toEqual([]);
  await pass(0.001);
  const views = [{ id: requestId, at, address: "/de/payment/yearly?country=DE" }];
  expect(wire.fetched).toEqual([{ document: requestId, sent_at: at + 1_000, views }]);
  expect(kept()).toEqual([]);
  await pass(600);
  expect(wire.fetched).toHaveLength(1);
});

it.each(["req-1", ""])(
  "where the host tells no id, or none that is one (%j), the view has a random one",
  async (requestId) => {
    await openDocument({ requestId });
    await pass(1);
    const [id] = idsOf(wire.fetched);
    expect(uuid.parse(id)).toBe(id);
  },
);

it("a page that is left before React has taken it over is told", async () => {
  const { requestId } = await openDocument({ isBeforeReact: true });
  hide();
  expect(idsOf(wire.beacons)).toEqual([requestId]);
  await openDocument({ isBeforeReact: true, mayTrack: false });
  await openDocument({ isBeforeReact: true, isAfterSubmit: true });
  hide();
  expect(wire.beacons).toHaveLength(1);
});

it("each navigation in the document is a view with an id of its own", async () => {
  const { requestId, go } = await openDocument({ at: "/payment/yearly" });
  await go("/payment/weekly");
  await go("/payment/weekly?country=GB");
  await go("/payment/yearly");
  await pass(1);
  expect(addressesOf(wire.fetched)).toEqual([
    "/payment/yearly",
    "/payment/weekly",
    "/payment/weekly?country=GB",
    "/payment/yearly",
  ]);
  const [first, ...others] = idsOf(wire.fetched);
  expect(first).toBe(requestId);
  for (const id of others) expect(uuid.parse(id)).toBe(id);
  expect(new Set([first, ...others]).size).toBe(4);
});

it("a step within the page and a navigation to where one is are no views", async () => {
  const { go } = await openDocument({ at: "/payment/yearly" });
  await go("/payment/yearly#email");
  await go("/payment/yearly");
  await pass(1);
  expect(wire.fetched.flatMap(({ views }) => views)).toHaveLength(1);
});

it("a form that comes back is no further view, a navigation from there is", async () => {
  const { go } = await openDocument({ at: "/payment/yearly", isAfterSubmit: true });
  await pass(1);
  expect(wire.fetched).toEqual([]);
  await go("/payment/weekly");
  await pass(1);
  expect(addressesOf(wire.fetched)).toEqual(["/payment/weekly"]);
});

it("a return from the back/forward cache is a view, the page's first appearance is not another one", async () => {
  const { requestId } = await openDocument({ at: "/payment" });
  await showAgain(false);
  hide();
  await showAgain(true);
  await pass(1);
  expect(idsOf(wire.beacons)).toEqual([requestId]);
  expect(addressesOf(wire.fetched)).toEqual(["/payment"]);
  expect(idsOf(wire.fetched)).not.toContain(requestId);
});

it("of a visitor who may not be tracked nothing is sent, and the views that waited are forgotten", async () => {
  leaveViews(3);
  const { go } = await openDocument({ mayTrack: false });
  await go("/payment/weekly");
  await showAgain(true);
  hide();
  await pass(60);
  expect([...wire.fetched, ...wire.beacons]).toEqual([]);
  expect({ ...localStorage }).toEqual({});
});

const STORED = "0b9a3c52-6f1e-4d7a-9c3b-2f8e5d1a7b40";
const GIVEN = "7c1d2e3f-4a5b-4c6d-8e9f-0a1b2c3d4e5f";

it.each([
  ["the one in local storage", STORED, GIVEN, STORED],
  ["else the server's", null, GIVEN, GIVEN],
  ["else the server's where storage has no UUID", "me@example.com", GIVEN, GIVEN],
  ["else the server's where storage has a UUID of no known version", STORED.replace("-4", "-0"), GIVEN, GIVEN],
])("the browser's id is %s", async (_, stored, given, expected) => {
  if (stored !== null) localStorage.setItem("userId", stored);
  setCookies(`x-userId=${crypto.randomUUID()}; userId=${given}`);
  await openDocument();
  await pass(1);
  expect(wire.fetched[0]?.front_id).toBe(expected);
  expect(localStorage.getItem("userId")).toBe(expected);
});

it("a browser without an id names its document, and keeps the id that the server counts it under", async () => {
  setCookies("userId=none");
  wire.answer = () => new Response(null, { status: 204, headers: { "X-Front-Id": GIVEN } });
  const { requestId } = await openDocument();
  await pass(1);
  await openDocument();
  await pass(1);
  const [first, second] = wire.fetched;
  expect(first).toMatchObject({ document: requestId });
  expect(first).not.toHaveProperty("front_id");
  expect(second).toMatchObject({ front_id: GIVEN });
  expect(second).not.toHaveProperty("document");
});

it("where neither is known, the browser makes its id and keeps it", async () => {
  for (let n = 0; n < 2; n += 1) {
    await openDocument({ requestId: "by-a-proxy" });
    await pass(1);
  }
  const [first, second] = wire.fetched.map(({ front_id }) => front_id);
  expect(uuid.parse(first)).toBe(first);
  expect(second).toBe(first);
});

it.each([
  ["the cookie's id", `userId=${GIVEN}`, GIVEN],
  ["that of its document", "", undefined],
])("a browser that refuses storage tells its views with %s", async (_, cookie, expected) => {
  setCookies(cookie);
  refuseStorage();
  const { go, requestId } = await openDocument();
  await pass(1);
  await go("/payment/weekly");
  wire.answer = () => new Response(null, { status: 503 });
  await pass(1);
  wire.answer = () => new Response(null, { status: 204 });
  await pass(2);
  expect(addressesOf(wire.fetched)).toEqual(["/payment", "/payment/weekly", "/payment/weekly"]);
  expect(idsOf(wire.fetched)[0]).toBe(requestId);
  const told = wire.fetched.map(({ front_id, document }) => ({ front_id, document }));
  const one = { front_id: expected, document: expected === undefined ? requestId : undefined };
  expect(told).toEqual([one, one, one].slice(0, told.length));
});

it("the picture for browsers without scripts names its path, and nobody sees it", () => {
  const { container } = show(<ViewPicture />, { at: "/receipts/INV-1?k=secret" });
  const picture = container.querySelector("svg");
  expect(picture?.querySelector("image")?.getAttribute("href")).toBe("/events?page=%2Freceipts%2F*");
  expect([picture?.getAttribute("class"), picture?.getAttribute("aria-hidden")]).toEqual(["visually-hidden", "true"]);
  expect(picture?.hasAttribute("hidden")).toBe(false);
});
