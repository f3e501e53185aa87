import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endBrowser, hide, idsOf, kept, leaveViews, openDocument, pass, startBrowser, type Wire } from "./documents";

let wire: Wire;
beforeEach(() => {
  wire = startBrowser();
});
afterEach(endBrowser);

const answering =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status, headers });
const goOnline = () => window.dispatchEvent(new Event("online"));

it.each([
  ["no answer comes", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the server is in trouble", answering(500)],
  ["the server is gone", answering(503)],
  ["the server waited too long for the request", answering(408)],
  ["too many requests came", answering(429)],
  ["a proxy asks for patience by a date", answering(503, { "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" })],
])("where %s, the views stay, and sending is tried again after pauses that grow to a minute", async (_, answer) => {
  wire.answer = answer;
  const { requestId } = await openDocument();
  await pass(1);
  expect(idsOf(wire.fetched)).toEqual([requestId]);
  expect(kept().map(({ id }) => id)).toEqual([requestId]);
  for (const pause of [2, 4, 8, 16, 32, 60, 60]) {
    const before = wire.fetched.length;
    await pass(pause - 0.001);
    expect(wire.fetched).toHaveLength(before);
    await pass(0.001);
    expect(wire.fetched).toHaveLength(before + 1);
  }
  wire.answer = answering(204);
  await pass(60);
  expect(kept()).toEqual([]);
  const told = wire.fetched.length;
  await pass(600);
  expect(wire.fetched).toHaveLength(told);
});

it("a view that comes while a batch is under way waits for its end, and where that is a failure both go together", async () => {
  let fail = (_: Response) => {};
  wire.answer = () => new Promise((resolve) => (fail = resolve));
  const { requestId, go } = await openDocument();
  await pass(1);
  await go("/payment/weekly");
  await pass(60);
  expect(wire.fetched).toHaveLength(1);
  wire.answer = answering(204);
  fail(new Response(null, { status: 503 }));
  await pass(2);
  expect(wire.fetched[1]?.views.map(({ id }) => id)).toEqual([requestId, expect.any(String)]);
  expect(kept()).toEqual([]);
});

it("after a success the next failure is followed by a short pause again", async () => {
  wire.answer = answering(500);
  const { go } = await openDocument();
  await pass(7);
  wire.answer = answering(204);
  await pass(8);
  wire.answer = answering(500);
  await go("/payment/weekly");
  await pass(1);
  const before = wire.fetched.length;
  await pass(2);
  expect(wire.fetched).toHaveLength(before + 1);
});

it("waits as long as the server asks", async () => {
  wire.answer = answering(429, { "Retry-After": "90" });
  const { go } = await openDocument();
  await pass(1);
  await go("/payment/weekly");
  await pass(89);
  expect(wire.fetched).toHaveLength(1);
  await pass(1);
  expect(wire.fetched).toHaveLength(2);
  expect(wire.fetched[1]?.views).toHaveLength(2);
});

it.each([200, 204, 400, 403, 404, 413])("an answer of %i ends it", async (status) => {
  wire.answer = answering(status);
  await openDocument();
  await pass(600);
  expect(wire.fetched).toHaveLength(1);
  expect(kept()).toEqual([]);
});

it("offline nothing is sent and nothing is lost; online again it is sent at once", async () => {
  wire.isOnline = false;
  const { requestId, go } = await openDocument();
  await pass(1);
  await go("/payment/weekly");
  await pass(60);
  hide();
  expect([...wire.fetched, ...wire.beacons]).toEqual([]);
  wire.isOnline = true;
  goOnline();
  await pass(0);
  expect(wire.fetched[0]?.views.map(({ address }) => address)).toEqual(["/payment", "/payment/weekly"]);
  expect(idsOf(wire.fetched)[0]).toBe(requestId);
});

it("a reload loses nothing: the next document tells both", async () => {
  const before = await openDocument();
  before.close();
  const after = await openDocument();
  await pass(1);
  expect(idsOf(wire.fetched)).toEqual([before.requestId, after.requestId]);
});

it("a reload while a batch is under way loses nothing even where its answer is a failure", async () => {
  wire.answer = () => new Promise(() => {});
  const before = await openDocument();
  await pass(1);
  expect(kept()).toEqual([]);
  wire.isOnline = false;
  hide();
  before.close();
  wire.isOnline = true;
  wire.answer = answering(204);
  const after = await openDocument();
  await pass(1);
  expect(idsOf(wire.fetched.slice(1))).toEqual([before.requestId, after.requestId]);
});

it("two tabs tell each view once", async () => {
  const one = await openDocument();
  const other = await openDocument();
  await one.go("/payment/weekly");
  await pass(1);
  goOnline();
  await pass(60);
  const ids = idsOf(wire.fetched);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  expect(ids).toEqual(expect.arrayContaining([one.requestId, other.requestId]));
});

it("what one tab has under way the other does not send", async () => {
  wire.answer = () => new Promise(() => {});
  const one = await openDocument();
  await pass(1);
  const other = await openDocument();
  await pass(1);
  expect(wire.fetched.map(({ views }) => views.map(({ id }) => id))).toEqual([[one.requestId], [other.requestId]]);
});

it("of many views the newest 100 stay, and go in batches of 25, the oldest first", async () => {
  const left = leaveViews(120);
  wire.isOnline = false;
  const { requestId } = await openDocument();
  expect(kept()).toHaveLength(100);
  wire.isOnline = true;
  await pass(10);
  expect(wire.fetched.map(({ views }) => views.length)).toEqual([25, 25, 25, 25]);
  expect(idsOf(wire.fetched)).toEqual([...left.slice(21).map(({ id }) => id), requestId]);
});

it("25 views are sent at once", async () => {
  leaveViews(24);
  await openDocument();
  await pass(0);
  expect(wire.fetched.map(({ views }) => views.length)).toEqual([25]);
});

it("what is under the key but no list of views hinders nobody", async () => {
  for (const text of ["", "{", "7", "null", "{}"]) {
    localStorage.setItem("views", text);
    const { requestId, close } = await openDocument();
    await pass(1);
    expect(idsOf(wire.fetched.splice(0)), text).toEqual([requestId]);
    close();
  }
});

it("when the page hides, a beacon takes what is left", async () => {
  const { requestId } = await openDocument();
  hide();
  expect(idsOf(wire.beacons)).toEqual([requestId]);
  expect(kept()).toEqual([]);
  await pass(60);
  expect(wire.fetched).toEqual([]);
});

it("a beacon also takes what is under way, whose answer may never come; a late failure does not bring it back", async () => {
  let fail = (_: Response) => {};
  wire.answer = () => new Promise((resolve) => (fail = resolve));
  const { requestId } = await openDocument();
  await pass(1);
  hide();
  expect(idsOf(wire.beacons)).toEqual([requestId]);
  fail(new Response(null, { status: 503 }));
  await pass(60);
  expect(kept()).toEqual([]);
  expect(wire.fetched).toHaveLength(1);
});

it("what a browser refuses to take as a beacon it sends, and keeps for the next page, because nobody hears how it ended", async () => {
  wire.takesBeacons = false;
  const { requestId } = await openDocument();
  hide();
  expect(new Set(idsOf(wire.fetched))).toEqual(new Set([requestId]));
  expect(kept().map(({ id }) => id)).toEqual([requestId]);
});

it("a browser without beacons does the same", async () => {
  Reflect.deleteProperty(navigator, "sendBeacon");
  const { requestId } = await openDocument();
  hide();
  expect(new Set(idsOf(wire.fetched))).toEqual(new Set([requestId]));
  expect(kept()).toHaveLength(1);
});

it("while sending fails there are no beacons, which would be lost; who comes back to the page sends again", async () => {
  wire.answer = answering(503);
  const { requestId } = await openDocument();
  await pass(1);
  hide();
  expect(wire.beacons).toEqual([]);
  expect(kept().map(({ id }) => id)).toEqual([requestId]);
  wire.answer = answering(204);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await pass(0);
  expect(wire.fetched).toHaveLength(2);
  expect(kept()).toEqual([]);
});

it("an unmounted page hears nothing", async () => {
  const removed = vi.spyOn(window, "removeEventListener");
  const { close } = await openDocument();
  close();
  hide();
  expect(wire.beacons).toEqual([]);
  expect(removed).toHaveBeenCalled();
});
