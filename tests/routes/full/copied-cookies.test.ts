import { afterEach, describe, expect, it } from "vitest";
import { forgetStores } from "~/store/store.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { signedUp } from "~/visitor/identity/auth.server";
import {
  openedBy,
  ordersPaidHere,
  paidHereCookie,
  sentOrdersCookie,
  signUpCookies,
} from "~/visitor/sealed-cookies.server";
import { makeApiError, makeProfile } from "../../mocks/builders";
import { answering, refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { cookieLine, makeRequest, memberCookie, signedQuery } from "../../visitor/requests";
import { Browser } from "../browser";
import { get, page, post } from "../site";

const ORDER = { orderId: "or_1", provider: "so", appType: 502, plan: "year", email: "buyer@example.com" } as const;

afterEach(forgetStores);

/** Whom a browser with these cookies is signed in as; undefined: nobody. */
async function signedInWith(cookie: string): Promise<string | undefined> {
  const { see } = await page("/account", { cookie });
  return see.queryAllByText("member@example.com")[0]?.textContent ?? undefined;
}

const signUp = async () => cookieLine(await signUpCookies({ token: "t0ken" }));

/** The cookie of a browser that paid. */
const paidHere = async () => cookieLine([await paidHereCookie(makeRequest("/"), ORDER)]);

const paidWith = (cookie: string) => ordersPaidHere(makeRequest("/", { cookie }));

const OTHER = { uid: "43", token: "other" };

/** Another user's link, which the payments API accepts, is opened in a browser with these cookies. */
function openAccepted(cookie: string): Promise<Response> {
  upstream.use(answering(endpoints.profile, makeProfile({ user_id: 43 })));
  return get(`/payment?${signedQuery(OTHER)}`, { cookie });
}

describe("whoever has copied a browser's cookies before", () => {
  it.each([
    ["an app's link", () => memberCookie()],
    ["a sign-up", signUp],
  ])("%s: is signed in to nothing after its visitor logged out", async (_, begin) => {
    const copied = await begin();
    expect(await signedInWith(copied)).toBe("member@example.com");
    await post("/account", { intent: "logout" }, { cookie: copied });
    expect(await signedInWith(copied)).toBeUndefined();
  });

  it.each(["stay", "login"])("nor after the visitor answered the question with %s", async (intent) => {
    const copied = await memberCookie();
    await post("/account", { intent }, { cookie: copied });
    expect(await signedInWith(copied)).toBeUndefined();
  });

  it.each([
    ["an app's link", () => memberCookie()],
    ["a sign-up", signUp],
  ])("%s: nor after another link took its place", async (_, begin) => {
    const copied = await begin();
    await openAccepted(copied);
    expect(await signedInWith(copied)).toBeUndefined();
  });

  it("finds no receipts after another user's link was accepted", async () => {
    const copied = await paidHere();
    const answer = await openAccepted(copied);
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^receipts=; Max-Age=0;/));
    expect(await paidWith(copied)).toEqual([]);
  });

  it("finds no receipts after somebody signed up in that browser", async () => {
    const copied = await paidHere();
    await signedUp({ userId: 43, token: "t0ken", expiresIn: 60 }, makeRequest("/account", { cookie: copied }));
    expect(await paidWith(copied)).toEqual([]);
  });

  it("finds no orders that were sent there after its visitor logged out", async () => {
    const sent = [{ ...ORDER, attempt: "a".repeat(36) }];
    const copied = cookieLine([await sentOrdersCookie(makeRequest("/"), sent)]);
    const sentWith = async () => (await openedBy(makeRequest("/", { cookie: copied }))).orders?.content;
    expect(await sentWith()).toEqual([expect.objectContaining(sent[0])]);
    await post("/account", { intent: "logout" }, { cookie: copied });
    expect(await sentWith()).toBeUndefined();
  });

  it.each([
    ["is made up", { token: "", sign: "zzz" }, () => {}],
    ["is refused", {}, () => upstream.use(refusing(endpoints.profile, 401, makeApiError({ code: 401 })))],
    ["names another user than its token", {}, () => upstream.use(answering(endpoints.profile, makeProfile()))],
    ["cannot be checked", {}, () => upstream.use(refusing(endpoints.profile, 503))],
  ])("finds the receipts, as the buyer does, after a link was opened that %s", async (_, changes, begin) => {
    const copied = await paidHere();
    begin();
    const answer = await get(`/payment?${signedQuery({ ...OTHER, ...changes })}`, { cookie: copied });
    expect(answer.headers.getSetCookie().join()).toContain("app=");
    expect(answer.headers.getSetCookie().join()).not.toContain("receipts=");
    expect(await paidWith(copied)).toMatchObject([{ orderId: "or_1" }]);
  });

  it.each([
    ["forgot the receipts", "/receipts", "forget"],
    ["logged out", "/account", "logout"],
  ])("finds no receipts after the buyer %s", async (_, path, intent) => {
    const copied = await paidHere();
    await post(path, { intent }, { cookie: copied });
    const again = await paidHereCookie(makeRequest("/", { cookie: copied }), { ...ORDER, orderId: "or_2" });
    expect(await paidWith(copied)).toEqual([]);
    expect(await paidWith(cookieLine([again]))).toMatchObject([{ orderId: "or_2" }]);
  });
});

it("the app's same link opened again after logging out lets its user in", async () => {
  const browser = new Browser();
  await browser.open(`/payment?${signedQuery()}`);
  expect(await signedInWith(browser.cookie)).toBe("member@example.com");
  await browser.send("/account", { intent: "logout" });
  expect(await signedInWith(browser.cookie)).toBeUndefined();
  await browser.open(`/payment?${signedQuery()}`);
  expect(await signedInWith(browser.cookie)).toBe("member@example.com");
});

it("the token that was left beside the session of whoever stays logged out signs in nobody", async () => {
  const answer = await post("/account", { intent: "stay" }, { cookie: await memberCookie() });
  const session = answer.headers.getSetCookie().filter((cookie) => /^session=[^;]/.test(cookie));
  expect(session).toHaveLength(1);
  expect(await signedInWith(`${cookieLine(session)}; paypal_token=t0ken`)).toBeUndefined();
});

it("logging out takes the cookie away that names a sign-up's token", async () => {
  const answer = await post("/account", { intent: "logout" }, { cookie: await signUp() });
  const gone = answer.headers.getSetCookie().filter((cookie) => cookie.includes("Max-Age=0"));
  expect(gone.map((cookie) => cookie.split("=", 1)[0])).toEqual([
    "paypal_token",
    "signUp",
    "session",
    "receipts",
    "orders",
  ]);
});

it("a page with a planted token is an anonymous visitor's", async () => {
  const planted = (await signUp()).split("; ")[0] ?? "";
  expect(await signedInWith(planted)).toBeUndefined();
  expect(await signedInWith("paypal_token=t0ken")).toBeUndefined();
});
