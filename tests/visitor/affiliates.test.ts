import fc from "fast-check";
import { expect, it } from "vitest";
import {
  affiliateOf,
  isFromCj,
  type Tracking,
  type TrackingCookie,
  trackingAfter,
} from "~/visitor/attribution/attribution";
import { runs } from "../setup/effort";

const NOBODY: Tracking = new Map();
const kept = (cookies: Partial<Record<TrackingCookie, string>>): Tracking => {
  const names: TrackingCookie[] = ["cje", "cje-client", "cf-click", "_aid"];
  return new Map(names.flatMap((name) => (cookies[name] === undefined ? [] : [[name, cookies[name]]])));
};
const after = (query: string, before = NOBODY) => Object.fromEntries(trackingAfter(new URLSearchParams(query), before));

const OF_CJ = kept({ cje: "old", "cje-client": "old" });

it.each([
  ["cjevent=a1", { cje: "a1", "cje-client": "a1" }],
  ["cfclick=b-2", { "cf-click": "b-2" }],
  ["admitad_uid=c_3", { _aid: "c_3" }],
  ["CJEVENT=a1", { cje: "a1", "cje-client": "a1" }],
  ["cfclick=first&cfclick=second", { "cf-click": "first" }],
  ["utm_source=admitad&admitad_uid=c3", { _aid: "c3" }],
  ["cjevent=a&cfclick=b&admitad_uid=c", { cje: "a", "cje-client": "a", "cf-click": "b", _aid: "c" }],
])("a click %s is kept", (query, cookies) => {
  expect(after(query)).toEqual(cookies);
});

it("a newer click replaces the older one, whichever network it came from", () => {
  expect(after("cfclick=new", OF_CJ)).toEqual({ "cf-click": "new" });
  expect(after("cjevent=new", kept({ _aid: "old" }))).toEqual({ cje: "new", "cje-client": "new" });
});

it("a campaign clears what an affiliate left; a visit without one leaves it alone", () => {
  expect(after("utm_source=mail", OF_CJ)).toEqual({});
  expect(after("UTM_Source=mail", OF_CJ)).toEqual({});
  expect(after("utm_medium=mail&utm_source=", OF_CJ)).toEqual(Object.fromEntries(OF_CJ));
  expect(trackingAfter(new URLSearchParams("country=GB"), OF_CJ)).toBe(OF_CJ);
});

it.each(["", "a b", "a%0d%0ab", "ü", "x".repeat(129), "a;b", "<b>"])("a click %j is none", (value) => {
  expect(after(`cjevent=${value}`, OF_CJ)).toEqual(Object.fromEntries(OF_CJ));
});

it("a purchase is attributed to one network only", () => {
  expect(affiliateOf(kept({ cje: "a", "cf-click": "b", _aid: "c" }))).toEqual({ type: "cj", cookie: "a" });
  expect(affiliateOf(kept({ "cf-click": "b", _aid: "c" }))).toEqual({ type: "cf", cookie: "b" });
  expect(affiliateOf(kept({ _aid: "c" }))).toEqual({ type: "admitad", cookie: "c" });
  expect(affiliateOf(NOBODY)).toBeUndefined();
});

it("a tracking cookie of another shape, as anybody can set one, is attributed to nobody", () => {
  expect(affiliateOf(kept({ cje: "a b", _aid: "c" }))).toEqual({ type: "admitad", cookie: "c" });
});

it("who has the client cookie came through CJ", () => {
  expect([isFromCj(OF_CJ), isFromCj(kept({ cje: "a" })), isFromCj(NOBODY)]).toEqual([true, false, false]);
});

const anyName = fc.oneof(
  fc.constantFrom("cjevent", "CjEvent", "cfclick", "admitad_uid", "utm_source", "__proto__", "constructor", "toString"),
  fc.string({ maxLength: 8 }),
);
const anyValue = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/),
  fc.string({ maxLength: 6 }),
  fc.constant("a\r\nb"),
);

it("whatever an address says, what is kept fits a cookie, and visiting it again changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyName, anyValue), { maxLength: 6 }), (pairs) => {
      const params = new URLSearchParams(pairs);
      const once = trackingAfter(params, NOBODY);
      for (const click of once.values()) expect(click).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
      expect([...trackingAfter(params, once)]).toEqual([...once]);
    }),
    { numRuns: runs(10_000) },
  );
});
