import { expect, it } from "vitest";
import { arrive } from "~/visitor/arrival/arrival.server";
import { cookiesOf, makeRequest, signedQuery } from "./requests";

const german = { "accept-language": "de-DE,de;q=0.9" };

it("an address that depends on the visitor moves for now, and is not stored", async () => {
  const settled = await arrive(makeRequest("/payment", german));
  expect(settled).toMatchObject({ redirectTo: "/de/payment", status: 302, lang: "de" });
  expect(settled.headers.get("cache-control")).toBe("no-store");
  expect(settled.headers.get("vary")).toBe("Cookie, Accept-Language");
});

it("an address that is wrong for everybody moves for good", async () => {
  const settled = await arrive(makeRequest("/in/payment"));
  expect(settled).toMatchObject({ redirectTo: "/id/payment", status: 308 });
  expect(settled.headers.get("cache-control")).toBeNull();
  expect(settled.headers.getSetCookie()).toEqual([]);
});

it("an address that is wrong for everybody moves for now where it says where the visitor comes from", async () => {
  const settled = await arrive(makeRequest("/in/payment?cfclick=b2"));
  expect(settled).toMatchObject({ redirectTo: "/id/payment?cfclick=b2", status: 302 });
  expect(settled.headers.get("cache-control")).toBe("no-store");
  expect(settled.headers.getSetCookie()).toEqual([expect.stringMatching(/^cf-click=b2;/)]);
});

it("a language that was chosen is remembered, once", async () => {
  const first = await arrive(makeRequest("/de", { ...german, cookie: "LANGUAGE=fr" }));
  expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^LANGUAGE=de; Max-Age=31536000;/)]);
  const second = await arrive(makeRequest("/de", { cookie: cookiesOf(first.headers) }));
  expect(second.headers.getSetCookie()).toEqual([]);
});

it.each(["/", "/de", "/en"])("what was guessed, or a link says, is not remembered: %s", async (path) => {
  const settled = await arrive(makeRequest(path, german));
  expect(settled.headers.getSetCookie()).toEqual([]);
});

it("the remembered language beats the browser's", async () => {
  const request = makeRequest("/payment", { ...german, cookie: "LANGUAGE=fr" });
  expect(await arrive(request)).toMatchObject({ redirectTo: "/fr/payment" });
});

it("a remembered language that is none is nothing remembered", async () => {
  const request = makeRequest("/payment", { ...german, cookie: "LANGUAGE=__proto__" });
  expect(await arrive(request)).toMatchObject({ redirectTo: "/de/payment" });
});

it.each([true, false])("English that was chosen stays English; cookies kept: %s", async (keepsCookies) => {
  const first = await arrive(makeRequest("/en/payment", german));
  const cookie = keepsCookies ? cookiesOf(first.headers) : "";
  const second = await arrive(makeRequest(first.redirectTo ?? "/nowhere", { ...german, cookie }));
  expect(second).toMatchObject({ redirectTo: undefined, lang: "en" });
});

it("an app's link is scrubbed in the one redirect there is", async () => {
  const settled = await arrive(makeRequest(`//payment/year?${signedQuery()}`, german));
  expect(settled).toMatchObject({ redirectTo: "/de/payment/year?via=app", status: 302 });
});

it("an app's link that names its page goes there, in the one redirect there is", async () => {
  const settled = await arrive(makeRequest(`/redirect?to=receipts&${signedQuery()}&utm_source=app`, german));
  expect(settled).toMatchObject({ redirectTo: "/de/receipts?utm_source=app&via=app", status: 303 });
  expect(settled.headers.get("cache-control")).toBe("no-store");
});

it("a page that is shown again after a submit never moves: what was typed would be lost", async () => {
  const request = makeRequest("/payment/year", { ...german, "content-type": "application/x-www-form-urlencoded" });
  expect(await arrive(request)).toMatchObject({ redirectTo: undefined, lang: "en" });
});

it("a request that the host refused stays where it is, in the visitor's language", async () => {
  const request = makeRequest("/404", { ...german, "x-edge-problem": "413" });
  expect(await arrive(request)).toMatchObject({ redirectTo: undefined, lang: "de" });
});
