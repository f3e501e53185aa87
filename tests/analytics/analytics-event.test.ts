import { expect, it } from "vitest";
import { eventOf } from "~/analytics/event-call.server";
import { derivedId } from "~/analytics/record-event.server";
import { analyticsEvent } from "~/upstream/contract/analytics";
import { frontId } from "~/upstream/contract/values/scalars";
import { makeDraft } from "./drafts";

it("an event has all fields of the contract, in UTC's microseconds and Shanghai's time, its parameters in the list's order", () => {
  const draft = makeDraft();
  const event = eventOf(draft, { ip: "192.0.2.1", country: "United States", country_code: "US" });
  expect(analyticsEvent.parse(event)).toEqual({
    event_datetime: "2026-02-01 01:00:05",
    event_timestamp: Date.UTC(2026, 0, 31, 17, 0, 5, 250) * 1000,
    event_name: "page_show",
    event_params: [
      { key: "path", value: { string_value: "/pricing" } },
      { key: "href", value: { string_value: "http://localhost:3000/pricing" } },
      { key: "route_name", value: { string_value: "pricing___en" } },
      { key: "event_id", value: { string_value: draft.id } },
    ],
    front_id: draft.frontId,
    user_properties: [{ key: "utm_source", value: { string_value: "mail" } }],
    language: "en",
    device: { os_name: "macOS", os_version: "10.15.7", isIos: false, isAndroid: false },
    country: "United States",
    country_code: "US",
    app_name: "VPN",
    access_type: "checkout",
    ip: "192.0.2.1",
    app_type: 502,
    app_info: { id: "502", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  });
});

it("whole numbers and amounts keep their kind, and what is not known is left out", () => {
  const plans = makeDraft({ name: "plan_view", params: { plans: 3 } });
  expect(eventOf(plans).event_params[0]).toEqual({ key: "plans", value: { int_value: 3 } });
  const paid = makeDraft({
    name: "pay_result",
    params: { affiliate: undefined, amount: 5, provider: "so", order_id: "ord_1" },
  });
  expect(eventOf(paid).event_params.slice(0, -1)).toEqual([
    { key: "order_id", value: { string_value: "ord_1" } },
    { key: "provider", value: { string_value: "so" } },
    { key: "amount", value: { double_value: 5 } },
  ]);
});

it("whatever a browser claims, the event stays within the contract", () => {
  const userAgent = `Android ${"1.".repeat(99)}1`;
  const params = { path: "/x".repeat(9_999) };
  expect(analyticsEvent.safeParse(eventOf(makeDraft({ userAgent, params }))).success).toBe(true);
});

it.each([
  [Date.UTC(2026, 11, 31, 16, 0, 0), "2027-01-01 00:00:00"],
  [Date.UTC(2026, 1, 28, 15, 59, 59, 999), "2026-02-28 23:59:59"],
  [Date.UTC(1990, 6, 1, 0, 0, 0), "1990-07-01 09:00:00"],
])("%s is %s in Shanghai", (at, text) => {
  expect(eventOf(makeDraft({ at })).event_datetime).toBe(text);
});

it("a derived id is a UUID of version 4, always the same for the same thing and another for any other", () => {
  const ids = ["pay_submit a", "pay_submit b", "pay_return a"].map(derivedId);
  expect(ids).toEqual(["pay_submit a", "pay_submit b", "pay_return a"].map(derivedId));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) {
    expect(frontId.safeParse(id).success).toBe(true);
    expect(id[14]).toBe("4");
  }
});
