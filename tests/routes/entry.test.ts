import { expect, it, onTestFinished } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError } from "../mocks/builders";
import { API, answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { cookiesOf, memberCookie, signedQuery } from "../visitor/requests";
import { get, page, type Shown } from "./site";

/** Follows an app's link as a browser does that keeps cookies, or none. */
async function open(link: string, keepsCookies = true): Promise<Shown> {
  const arriving = await get(link);
  const target = arriving.headers.get("location") ?? "/nowhere";
  return page(target, keepsCookies ? { cookie: cookiesOf(arriving.headers) } : {});
}

const noticeOn = ({ document }: Shown) => document.querySelector(".notice h2")?.textContent;
const plansOn = ({ see }: Shown) => see.queryByRole("list", { name: "Plans" });
const accountOn = ({ document }: Shown) => document.querySelector(".account-link")?.textContent;

it("a link from the app opens the page it names, signed in", async () => {
  const shown = await open(`/redirect?to=payment&${signedQuery()}`);
  expect(plansOn(shown)).not.toBeNull();
  expect([accountOn(shown), noticeOn(shown)]).toEqual(["member@example.com", undefined]);
});

it.each([
  ["cannot be read", signedQuery({ uid: "042" }), "We couldn’t read the link from the app"],
  ["lacks a part", "uid=42&sid=101", "We couldn’t read the link from the app"],
])("a link that %s says so above the page, where one can still buy", async (_, query, title) => {
  const shown = await open(`/payment?${query}`);
  expect(noticeOn(shown)).toBe(title);
  expect(plansOn(shown)).not.toBeNull();
  expect(accountOn(shown)).toBeUndefined();
});

it.each([true, false])("so does one that the payments API refuses; cookies kept: %s", async (keepsCookies) => {
  upstream.use(refusing(endpoints.profile, 401, makeApiError({ code: 401 })));
  const shown = await open(`/payment?${signedQuery()}`, keepsCookies);
  expect(noticeOn(shown)).toBe("The link from the app has expired");
  expect(plansOn(shown)).not.toBeNull();
});

it("a browser that keeps no cookies is told what is lost, and sells all the same", async () => {
  const shown = await open(`/payment?${signedQuery()}`, false);
  expect(noticeOn(shown)).toBe("Your browser is blocking cookies");
  expect(shown.see.getByText(/enter your account’s email/)).toBeDefined();
  expect(plansOn(shown)).not.toBeNull();
});

it("while the payments API cannot say who it is the page goes on without an account, and says nothing about the link", async () => {
  upstream.use(refusing(endpoints.profile, 503));
  const shown = await open(`/payment?${signedQuery()}`);
  expect([accountOn(shown), noticeOn(shown)]).toEqual([undefined, undefined]);
  expect(plansOn(shown)).not.toBeNull();
});

/** The apps that the payments API is asked for, in a visit that opens an address and the page it leads to. */
async function appsAskedBy(link: string, cookie = ""): Promise<{ shown: Shown; apps: Set<string | null> }> {
  const apps = new Set<string | null>();
  const note = ({ request }: { request: Request }) => {
    if (request.url.startsWith(API)) apps.add(request.headers.get("x-app-type"));
  };
  upstream.events.on("request:start", note);
  onTestFinished(() => upstream.events.removeListener("request:start", note));
  const arriving = await get(link, { cookie });
  const kept = [cookiesOf(arriving.headers), cookie].join("; ");
  const shown = await page(arriving.headers.get("location") ?? "/nowhere", { cookie: kept });
  return { shown, apps };
}

it.each([
  ["/payment?sid=114", ""],
  ["/payment/year?sid=114&channel=app", "app=101; paypal_token=t0ken"],
  ["/pricing?sid=114", ""],
  ["/?sid=114", ""],
  [`/payment?${signedQuery({ sid: "114" })}`, "app=101; paypal_token=old"],
  ["/DE/payment?sid=114", ""],
])("the payments API is asked for the app of the link only, from the first request on: %s", async (link, cookie) => {
  const { shown, apps } = await appsAskedBy(link, cookie);
  expect(shown.answer.status).toBe(200);
  expect([...apps]).toEqual(["114"]);
});

it("a link without the number of an app is app 502's, whichever app was here before", async () => {
  const { shown, apps } = await appsAskedBy(`/payment?${signedQuery({ sid: "" })}`, "app=114");
  expect([accountOn(shown), ...apps]).toEqual(["member@example.com", "502"]);
});

it("a link that is signed in another way than ours opens the page, signed in", async () => {
  const shown = await open(`/payment?${signedQuery({ sign: "bm90/b3Vy+c2lnbg==", sign_timestamp: "2026-01-31" })}`);
  expect([accountOn(shown), noticeOn(shown)]).toEqual(["member@example.com", undefined]);
});

it("a language in the case an app wrote it leads to its page in one redirect that may be kept", async () => {
  const { status, headers } = await get("/Zh-Hans/payment?country=GB");
  expect([status, headers.get("location")]).toEqual([308, "/zh-hans/payment?country=GB"]);
});

it("a page name that is none is a page not found, which offers the plans", async () => {
  const shown = await open("/redirect?to=//evil.test&uid=42");
  expect(shown.answer.status).toBe(404);
  expect(shown.see.getByRole("link", { name: "See all plans" }).getAttribute("href")).toBe("/payment");
});

it("a token that has ended is told, taken away, and does not cost the page", async () => {
  const refusal = makeApiError({ code: 401 });
  upstream.use(
    responding(endpoints.profile, () => Response.json(refusal, { status: 401 })),
    responding(endpoints.plans, () => Response.json(refusal, { status: 401 })),
  );
  const shown = await page("/pricing", { cookie: await memberCookie("old") });
  expect(noticeOn(shown)).toBe("You’ve been signed out");
  expect(shown.answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^paypal_token=; Max-Age=0;/));
});

it("the profile is asked for once a page, beside the plans", async () => {
  let asked = 0;
  upstream.use(
    answering(endpoints.profile, () => {
      asked += 1;
      return { user_id: 42, email: "member@example.com" };
    }),
  );
  const shown = await page("/payment/year", { cookie: await memberCookie() });
  expect([accountOn(shown), asked]).toEqual(["member@example.com", 1]);
});

it("who is signed in is text, never markup", async () => {
  upstream.use(answering(endpoints.profile, { user_id: 42, email: "<script>alert(1)</script>" }));
  const { html } = await page("/", { cookie: await memberCookie() });
  expect(html).not.toContain("<script>alert(1)");
});
