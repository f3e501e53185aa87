import { afterEach, describe, expect, it } from "vitest";
import { forgetEnded } from "~/ended.server";
import { ordersPaidHere, paidHereCookie } from "~/visitor/paid-here.server";
import { signUpCookies } from "~/visitor/sealed-cookies.server";
import { cookieLine, makeRequest, memberCookie, signedQuery } from "../visitor/requests";
import { Browser } from "./browser";
import { get, page, post } from "./site";

const ORDER = { orderId: "or_1", provider: "so", appType: 502, plan: "year", email: "buyer@example.com" } as const;

afterEach(forgetEnded);

/** Whom a browser with these cookies is signed in as; undefined: nobody. */
async function signedInWith(cookie: string): Promise<string | undefined> {
  const { see } = await page("/account", { cookie });
  return see.queryAllByText("member@example.com")[0]?.textContent ?? undefined;
}

const signUp = async () => cookieLine(await signUpCookies({ token: "t0ken" }));

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
    await get(`/payment?${signedQuery({ uid: "43", token: "" })}`, { cookie: copied });
    expect(await signedInWith(copied)).toBeUndefined();
  });

  it.each([
    ["forgot the receipts", "/receipts", "forget"],
    ["logged out", "/account", "logout"],
  ])("finds no receipts after the buyer %s", async (_, path, intent) => {
    const copied = cookieLine([await paidHereCookie(makeRequest("/"), ORDER)]);
    await post(path, { intent }, { cookie: copied });
    const again = await paidHereCookie(makeRequest("/", { cookie: copied }), { ...ORDER, orderId: "or_2" });
    expect(await ordersPaidHere(makeRequest("/", { cookie: copied }))).toEqual([]);
    expect(await ordersPaidHere(makeRequest("/", { cookie: cookieLine([again]) }))).toMatchObject([
      { orderId: "or_2" },
    ]);
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

it("logging out takes the cookie away that names a sign-up's token", async () => {
  const answer = await post("/account", { intent: "logout" }, { cookie: await signUp() });
  const gone = answer.headers.getSetCookie().filter((cookie) => cookie.includes("Max-Age=0"));
  expect(gone.map((cookie) => cookie.split("=", 1)[0])).toEqual(["paypal_token", "signUp", "session", "receipts"]);
});

it("a page with a planted token is an anonymous visitor's", async () => {
  const planted = (await signUp()).split("; ")[0] ?? "";
  expect(await signedInWith(planted)).toBeUndefined();
  expect(await signedInWith("paypal_token=t0ken")).toBeUndefined();
});
