import { expect, it } from "vitest";
import { arrive } from "~/visitor/arrival/arrival.server";
import { campaignOf, trackingCookies } from "~/visitor/attribution/tracking.server";
import { visitorOf } from "~/visitor/visitor.server";
import { changeEnv } from "../env/changed-env";
import { cookiesOf, makeRequest } from "./requests";

const DAY = 24 * 60 * 60;
const AGREED = { mayTrack: true, isAsked: false };
const setBy = (path: string, cookie = "") => trackingCookies(makeRequest(path, { cookie }), AGREED);

it("a click is remembered by the server, for as long as its network counts it, where the network's script can read it", () => {
  expect(setBy("/?cjevent=a1&cfclick=b2&admitad_uid=c3")).toEqual([
    `cje=a1; Max-Age=${45 * DAY}; Path=/; SameSite=Lax`,
    `cje-client=a1; Max-Age=${45 * DAY}; Path=/; SameSite=Lax`,
    `cf-click=b2; Max-Age=${30 * DAY}; Path=/; SameSite=Lax`,
    `_aid=c3; Max-Age=${45 * DAY}; Path=/; SameSite=Lax`,
    "channel=cj; Path=/; SameSite=Lax",
  ]);
});

it("how long is for the operator to say; on https it is sent over https only", () => {
  changeEnv({ affiliateDays: { cj: 45, cf: 7, admitad: 45 }, publicOrigin: "https://pay.example.com" });
  expect(setBy("/?cfclick=b2")).toEqual([`cf-click=b2; Max-Age=${7 * DAY}; Path=/; Secure; SameSite=Lax`]);
});

it("the older network's cookies go when a newer click or a campaign comes", () => {
  const gone = (name: string) => `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  const old = "cf-click=b2";
  expect(setBy("/?utm_source=mail", old)).toEqual([gone("cf-click"), expect.stringMatching(/^campaign=/)]);
  expect(setBy("/?admitad_uid=c3", old)).toEqual([gone("cf-click"), expect.stringMatching(/^_aid=c3;/)]);
  expect(setBy("/payment", old)).toEqual([]);
});

it("the channel is remembered until the browser is closed, once", () => {
  expect(setBy("/?channel=app.v3")).toEqual(["channel=app.v3; Path=/; SameSite=Lax"]);
  expect(setBy("/?channel=app.v3", "channel=app.v3")).toEqual([]);
});

it("whoever has CJ's cookie is kept as CJ's, whatever channel an address names", () => {
  const ofCj = "cje=a1; cje-client=a1";
  expect(setBy("/payment", ofCj)).toEqual(["channel=cj; Path=/; SameSite=Lax"]);
  expect(setBy("/?channel=app", `${ofCj}; channel=blog`)).toEqual(["channel=cj; Path=/; SameSite=Lax"]);
  expect(setBy("/?channel=app", `${ofCj}; channel=cj`)).toEqual([]);
});

it("CJ's channel goes with its click; one that an address named stays", async () => {
  const ofCj = "cje=a1; cje-client=a1; channel=cj";
  expect(setBy("/?utm_source=mail", ofCj)).toContain("channel=; Max-Age=0; Path=/; SameSite=Lax");
  expect(await visitorOf(makeRequest("/?utm_source=mail", { cookie: ofCj }))).toMatchObject({ channel: undefined });
  expect(setBy("/?utm_source=mail&channel=blog", ofCj)).toContain("channel=blog; Path=/; SameSite=Lax");
  expect(setBy("/?utm_source=mail", "channel=cj")).toEqual([expect.stringMatching(/^campaign=/)]);
  expect(setBy("/?utm_source=mail", "cje-client=a1; channel=blog")).not.toContainEqual(
    expect.stringMatching(/^channel/),
  );
});

it.each(["a%0d%0ab", "%D1%81", "a+b", "x".repeat(65), "%3Cb%3E"])("a channel %s is none", async (channel) => {
  expect(setBy(`/?channel=${channel}`)).toEqual([]);
  expect((await visitorOf(makeRequest(`/?channel=${channel}`))).channel).toBeUndefined();
});

it("where a visitor comes from counts from the first page on", async () => {
  const arriving = await visitorOf(makeRequest("/?cfclick=b2&channel=app"));
  expect(arriving).toMatchObject({ cps: { type: "cf", cookie: "b2" }, channel: "app", isCj: false });
  const later = await visitorOf(makeRequest("/", { cookie: "cf-click=b2; channel=app" }));
  expect(later).toMatchObject({ cps: { type: "cf", cookie: "b2" }, channel: "app", isCj: false });
});

it("the newest channel counts, but CJ's visitors are always CJ's", async () => {
  expect(await visitorOf(makeRequest("/?channel=new", { cookie: "channel=old" }))).toMatchObject({ channel: "new" });
  const ofCj = await visitorOf(makeRequest("/?channel=new", { cookie: "cje=a1; cje-client=a1" }));
  expect(ofCj).toMatchObject({ channel: "cj", isCj: true, cps: { type: "cj", cookie: "a1" } });
});

it("a visitor nobody sent is attributed to nobody", async () => {
  expect(await visitorOf(makeRequest("/"))).toMatchObject({ cps: undefined, channel: undefined, isCj: false });
});

it("a click is kept in the redirect to the visitor's language, and the page behind it changes nothing", async () => {
  const arriving = await arrive(makeRequest("/?cjevent=a1&utm_source=cj", { "accept-language": "ja" }));
  expect(arriving.redirectTo).toBe("/ja?cjevent=a1&utm_source=cj");
  const kept = cookiesOf(arriving.headers);
  expect(kept.split("; ").map((cookie) => cookie.split("=")[0])).toEqual(["cje", "cje-client", "campaign", "channel"]);
  const page = await arrive(makeRequest("/ja?cjevent=a1&utm_source=cj", { cookie: `LANGUAGE=ja; ${kept}` }));
  expect(kept).toContain(cookiesOf(page.headers));
});

it("a campaign is kept for 45 days where scripts can read it, until a newer one comes", () => {
  const [campaign] = setBy("/?utm_source=mail&utm_medium=a%20b");
  const value = encodeURIComponent('{"utm_source":"mail","utm_medium":"a b"}');
  expect(campaign).toBe(`campaign=${value}; Max-Age=${45 * DAY}; Path=/; SameSite=Lax`);
  const newer = encodeURIComponent('{"utm_term":"vpn"}');
  expect(setBy("/?utm_term=vpn", `campaign=${value}`)).toEqual([expect.stringContaining(`campaign=${newer};`)]);
  expect(setBy("/?country=GB", `campaign=${value}`)).toEqual([]);
});

it("the campaign of a visitor is the newest, read from its cookie with the same check", () => {
  const kept = (value: string) => campaignOf(makeRequest("/", { cookie: `campaign=${encodeURIComponent(value)}` }));
  expect(kept('{"utm_source":"mail","other":"x"}')).toEqual({ utm_source: "mail" });
  for (const value of ["", "{", "[]", "null", '{"utm_source":7}', '{"utm_source":"a\\u0000"}'])
    expect(kept(value)).toBeUndefined();
  const newer = makeRequest("/?utm_term=vpn", { cookie: `campaign=${encodeURIComponent('{"utm_source":"mail"}')}` });
  expect(campaignOf(newer)).toEqual({ utm_term: "vpn" });
});
