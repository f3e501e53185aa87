import { afterEach, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { openAppLink } from "~/visitor/arrival/app-link.server";
import { sessionOf } from "~/visitor/session.server";
import { visitorOf } from "~/visitor/visitor.server";
import { makeApiError, makeProfile } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { cookiesOf, makeRequest, signedQuery } from "./requests";

afterEach(forgetUpstream);

const SIGNED_IN = "session=old; paypal_token=old";
const open = (query: string, cookie = "") => openAppLink(makeRequest(`/payment?${query}`, { cookie }));

async function nextRequest(query: string, cookie?: string): Promise<Request> {
  const { cookies } = await open(query, cookie);
  const headers = new Headers(cookies.map((text): [string, string] => ["set-cookie", text]));
  return makeRequest("/payment", { cookie: cookiesOf(headers) });
}

it("an app's link signs its user in: the session is sealed, the token becomes the bearer", async () => {
  const next = await nextRequest(signedQuery());
  expect(await sessionOf(next)).toMatchObject({ user_id: 42, app_type: 101, token: "t0ken" });
  expect((await visitorOf(next)).caller).toMatchObject({ bearer: "t0ken", appType: 101 });
});

it("the token's cookie is out of reach of scripts and goes with the browser", async () => {
  const { cookies } = await open(signedQuery());
  expect(cookies).toContainEqual("paypal_token=t0ken; Path=/; HttpOnly; SameSite=Lax");
});

it("the payments API is asked once, for the app of the link, with the link's token", async () => {
  const asked: (string | null)[][] = [];
  upstream.use(
    answering(endpoints.profile, ({ headers }) => {
      asked.push([headers.get("authorization"), headers.get("x-app-type")]);
      return makeProfile();
    }),
  );
  expect((await open(signedQuery())).result).toBe("app");
  expect(asked).toEqual([["Bearer t0ken", "101"]]);
});

it.each([401, 403])("a token that is refused with %s leaves nobody signed in, whoever was before", async (code) => {
  upstream.use(refusing(endpoints.profile, code, makeApiError({ code })));
  const opened = await open(signedQuery(), SIGNED_IN);
  expect(opened.result).toBe("expired");
  expect(opened.cookies).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^session=; Max-Age=0/),
      expect.stringMatching(/^paypal_token=; Max-Age=0/),
    ]),
  );
});

it("a link whose token belongs to another user than it names is not believed", async () => {
  upstream.use(answering(endpoints.profile, makeProfile({ user_id: 43 })));
  const opened = await open(signedQuery());
  expect(opened.result).toBe("expired");
  expect(opened.cookies.join()).not.toContain("t0ken");
});

it("a link without a token says who one is, but signs nobody in", async () => {
  const next = await nextRequest(signedQuery({ token: "" }), SIGNED_IN);
  expect((await sessionOf(next))?.user_id).toBe(42);
  expect((await visitorOf(next)).caller.bearer).toBeUndefined();
});

it.each([
  ["is down", responding(endpoints.profile, () => Response.error())],
  ["has logged the user out", refusing(endpoints.profile, 400, makeApiError({ code: 50008 }))],
])("while the payments API %s the link is kept, and its token for later", async (_, handler) => {
  upstream.use(handler);
  const { result, cookies } = await open(signedQuery());
  expect(result).toBe("app");
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["app", "session"]);
});

it("a link that cannot be read signs nobody in, but still tells the app", async () => {
  const { result, cookies } = await open(signedQuery({ uid: "042" }));
  expect(result).toBe("unreadable");
  expect(cookies).toEqual([expect.stringMatching(/^app=101;/)]);
});

it("the app stays known after the session has ended", async () => {
  expect((await visitorOf(makeRequest("/", { cookie: "app=114" }))).appType).toBe(114);
  expect((await visitorOf(makeRequest("/", { cookie: "app=__proto__" }))).appType).toBe(502);
});

it("the number of an app alone is no link that could fail", async () => {
  expect(await open("sid=114")).toEqual({ result: undefined, cookies: [expect.stringMatching(/^app=114;/)] });
});
