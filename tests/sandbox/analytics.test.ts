import { expect, it } from "vitest";
import { analyticsEvents, MOST_EVENTS } from "~/upstream/contract/analytics";
import { analyticsEventOf } from "../../tools/contract/analytics-event";
import { send } from "../../tools/contract/client";
import { refused } from "../../tools/contract/purchases";
import { setUp } from "./buyer";
import { runningSandbox, temporaryFolder } from "./running-sandbox";
import { storedEvents, tell } from "./stored-events";

const FRONT_ID = "7f1c2d34-5b6a-4c8d-9e0f-112233445566";
const OTHER = "0a1b2c3d-5b6a-4c8d-9e0f-112233445566";

it("an event is kept to the field, with who told of it, also over a restart", async () => {
  const dataDir = await temporaryFolder();
  const before = await runningSandbox({ dataDir });
  const event = analyticsEventOf({ id: "one", params: { plans: 3, amount: 9.5 } }, { front_id: FRONT_ID });
  expect(await tell(before, [event], 42)).toMatchObject({ accepted: 1, rejected: [] });
  await before.sandbox.close();
  const after = await runningSandbox({ dataDir });
  expect(await storedEvents(after)).toEqual({ count: 1, events: [{ seq: 1, event_id: "one", user_id: 42, event }] });
});

it("an event that is told again is accepted and kept once, whatever else it then says", async () => {
  const target = await runningSandbox();
  const [one, same] = [analyticsEventOf({ id: "one" }), analyticsEventOf({ id: "one", name: "plan_view" })];
  expect(await tell(target, [one, one])).toMatchObject({ accepted: 2 });
  expect(await tell(target, [same])).toMatchObject({ accepted: 1, rejected: [] });
  expect((await storedEvents(target)).events).toMatchObject([{ event: { event_name: "page_show" } }]);
});

it("events without an id are told apart by what they say", async () => {
  const target = await runningSandbox();
  const at = Date.UTC(2027, 0, 15);
  const events = [analyticsEventOf({ id: "", at }), analyticsEventOf({ id: "", at: at + 1000 })];
  for (const told of [events, events]) expect(await tell(target, told)).toMatchObject({ accepted: 2 });
  expect((await storedEvents(target)).count).toBe(2);
});

it("an event whose two times are not the same moment is rejected, and the others of its batch are not", async () => {
  const target = await runningSandbox();
  const wrong = { ...analyticsEventOf(), event_datetime: "2020-01-01 00:00:00" };
  const good = analyticsEventOf({ id: "good" });
  const { accepted, rejected } = await tell(target, [wrong, good]);
  expect({ accepted, rejected }).toEqual({ accepted: 1, rejected: [{ index: 0, reason: expect.any(String) }] });
  expect((await storedEvents(target)).events).toMatchObject([{ event_id: "good" }]);
});

it("a batch in which one event is malformed is refused, and nothing of it is kept", async () => {
  const target = await runningSandbox();
  const bad = { ...analyticsEventOf(), event_name: "No Name" };
  const sent = { body: { user_id: "", events: [analyticsEventOf(), bad] } };
  await refused(target, { endpoint: analyticsEvents, sent }, 422, "invalid_request");
  expect((await storedEvents(target)).count).toBe(0);
});

it("a batch may be longer than other calls, but not without end", async () => {
  const target = await runningSandbox();
  const batchOf = (length: number) =>
    Array.from({ length: MOST_EVENTS }, () => analyticsEventOf({ params: { href: "x".repeat(length) } }));
  expect(await tell(target, batchOf(2048))).toMatchObject({ accepted: MOST_EVENTS });
  const manyParams = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at}`, "x".repeat(2048)]));
  const events = Array.from({ length: MOST_EVENTS }, () => analyticsEventOf({ params: manyParams }));
  expect((await send(target, analyticsEvents, { body: { user_id: "", events } })).status).toBe(413);
});

it("no more events are kept than the setting says; those that report a payment stay", async () => {
  const target = await runningSandbox();
  await setUp(target, { analytics_kept: "3" });
  await tell(target, [analyticsEventOf({ id: "paid", name: "pay_result", params: { order_id: "ord_1" } })]);
  for (const id of ["a", "b", "c", "d", "e"]) await tell(target, [analyticsEventOf({ id })]);
  expect((await storedEvents(target)).events.map(({ event_id }) => event_id)).toEqual(["e", "d", "c", "paid"]);
});

it("events are found by name, browser and time", async () => {
  const target = await runningSandbox();
  const at = Date.UTC(2027, 0, 15);
  await tell(target, [
    analyticsEventOf({ id: "a", at }, { front_id: FRONT_ID }),
    analyticsEventOf({ id: "b", at: at + 1, name: "plan_view" }, { front_id: FRONT_ID }),
    analyticsEventOf({ id: "c", at: at + 2 }, { front_id: OTHER }),
  ]);
  const found = async (filter: Record<string, string>) =>
    (await storedEvents(target, filter)).events.map(({ event_id }) => event_id).join("");
  expect(await found({ name: "", since: "", front_id: "" })).toBe("cba");
  expect(await found({ name: "page_show" })).toBe("ca");
  expect(await found({ front_id: FRONT_ID })).toBe("ba");
  expect(await found({ since: String(at + 1) })).toBe("cb");
  expect(await found({ name: "page_show", since: String(at + 1), front_id: OTHER })).toBe("c");
  expect(await storedEvents(target, { limit: "1" })).toMatchObject({ count: 3, events: [{ event_id: "c" }] });
  expect((await fetch(`${target.base}/control/events.json?since=yesterday`)).status).toBe(422);
});
