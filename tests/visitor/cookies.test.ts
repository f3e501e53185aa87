import fc from "fast-check";
import { expect, it } from "vitest";
import { csrfToken } from "~/security/forms.server";
import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { changeEnv } from "../env/changed-env";
import { runs } from "../setup/effort";
import { cookiesOf, makeRequest } from "./requests";

const YEAR = 365 * 24 * 60 * 60;

it("the language is remembered for a year, for every page, out of reach of scripts", () => {
  expect(cookieHeader("LANGUAGE", "de").split("; ").sort()).toEqual(
    ["LANGUAGE=de", `Max-Age=${YEAR}`, "Path=/", "HttpOnly", "SameSite=Lax"].sort(),
  );
});

it("the country is remembered for a year", () => {
  expect(cookieHeader("country", "GB")).toContain(`country=GB; Max-Age=${YEAR};`);
});

it.each(["session", "csrf", "app", "paypal_token"] as const)("%s goes with the browser", (name) => {
  expect(cookieHeader(name, "x")).not.toMatch(/Max-Age|Expires/);
});

it.each(["LANGUAGE", "country", "lite", "app", "session", "paypal_token", "csrf"] as const)(
  "on https %s is sent over https only",
  (name) => {
    changeEnv({ publicOrigin: "https://pay.example.com" });
    expect(cookieHeader(name, "x").split("; ")).toEqual(expect.arrayContaining(["Secure", "HttpOnly", "Path=/"]));
  },
);

it.each(["session", "orders", "receipts", "csrf", "app", "country", "lite"] as const)(
  "on https %s is bound to this very host",
  (name) => {
    changeEnv({ publicOrigin: "https://pay.example.com" });
    expect(cookieHeader(name, "x")).toMatch(new RegExp(`^__Host-${name}=x;`));
    expect(cookieHeader(name, "x")).not.toContain("Domain");
    expect(cookieOf(makeRequest("/", { cookie: `${name}=planted; __Host-${name}=ours` }), name)).toBe("ours");
    expect(cookieOf(makeRequest("/", { cookie: `${name}=planted` }), name)).toBeUndefined();
  },
);

it("plain http on loopback keeps plain names, or the browser would drop them", () => {
  expect(cookieHeader("session", "x")).toMatch(/^session=x;/);
  expect(cookieHeader("session", "x")).not.toContain("Secure");
});

it("no cookie header at all, or a broken one, is no cookie", () => {
  expect(cookieOf(makeRequest("/"), "LANGUAGE")).toBeUndefined();
  expect(cookieOf(makeRequest("/", { cookie: ";;=;LANGUAGE;%" }), "LANGUAGE")).toBeUndefined();
  expect(cookieOf(makeRequest("/", { cookie: "__proto__=x; LANGUAGE=de" }), "LANGUAGE")).toBe("de");
});

it("a form's proof is made once and then the same for every form of this browser", () => {
  const first = csrfToken(makeRequest("/payment"));
  const cookie = cookiesOf(new Headers([["set-cookie", first.setCookie ?? ""]]));
  expect(cookie).toBe(`csrf=${first.token}`);
  expect(csrfToken(makeRequest("/payment", { cookie }))).toEqual({ token: first.token, setCookie: undefined });
});

it("a proof that is too short to be ours is replaced", () => {
  const { token, setCookie } = csrfToken(makeRequest("/", { cookie: "csrf=x" }));
  expect(token.length).toBeGreaterThanOrEqual(36);
  expect(setCookie).toContain(token);
});

it("whatever a cookie holds comes back as it was, in one header line", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 10 }),
    fc.constantFrom("__proto__", "constructor", "a\r\nSet-Cookie: b=c", "a; Path=/x", '"quoted"', "%", "%zz", "="),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const header = cookieHeader("channel", text);
      expect(header).not.toMatch(/[\r\n]/);
      const cookie = cookiesOf(new Headers([["set-cookie", header]]));
      expect(cookieOf(makeRequest("/", { cookie: `a=b; ${cookie}` }), "channel")).toBe(text);
    }),
    { numRuns: runs(10_000) },
  );
});

it("no cookie's name reaches what every object has", () => {
  const names = fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "LANGUAGE");
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.base64String()), { maxLength: 5 }), (pairs) => {
      const cookie = pairs.map(([name, value]) => `${name}=${value}`).join("; ");
      const first = pairs.find(([name]) => name === "LANGUAGE")?.[1];
      expect(cookieOf(makeRequest("/", { cookie }), "LANGUAGE")).toBe(first);
      expect(cookieOf(makeRequest("/", { cookie }), "country")).toBeUndefined();
    }),
    { numRuns: runs(10_000) },
  );
});

it("a cookie that is taken away goes from where it was", () => {
  expect(expiredCookie("session")).toBe("session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
});
