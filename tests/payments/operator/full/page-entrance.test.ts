import { describe, expect, it } from "vitest";
import type { OperatorPageSettings } from "../../../../payments/operator/page/settings";
import { runningPayments } from "../../hooks/running-payments";
import { CLIENT, OpenIdStandIn } from "../openid-stand-in";
import { OperatorsBrowser } from "../operators-browser";

const SECRET = "a-secret-of-the-proxy-with-many-letters";
const PROXY = {
  origin: undefined,
  people: ["kim@example.com"],
  wayIn: { kind: "proxy", header: "X-Forwarded-Email", secret: SECRET },
} as const;
const FROM_PROXY = { "X-Operator-Proxy-Secret": SECRET, "X-Forwarded-Email": "Kim@example.com" };

async function behindProxy() {
  const payments = await runningPayments({ operatorPage: PROXY });
  return { ...payments, browser: new OperatorsBrowser(payments.origin) };
}

async function withOpenId(change: Partial<OperatorPageSettings> = {}) {
  const provider = await new OpenIdStandIn().start();
  const wayIn = { kind: "openid", issuer: provider.issuer, ...CLIENT } as const;
  const payments = await runningPayments({
    operatorPage: { origin: undefined, people: ["kim@example.com"], wayIn, ...change },
  });
  const browser = new OperatorsBrowser(payments.origin);
  /** As a person signs in. @returns the page that they end at */
  const signIn = () => browser.follow("/operator/login");
  /** The address with which the provider sends the browser back. */
  const backAddress = async () => {
    const there = (await browser.get("/operator/login")).headers.get("Location") ?? "";
    return (await browser.get(there)).headers.get("Location") ?? "";
  };
  return { ...payments, openId: provider, browser, signIn, backAddress };
}

it("there is no page where it is not set up", async () => {
  const { origin } = await runningPayments();
  for (const path of ["/operator", "/operator/login", "/operator/orders/ord_1"])
    expect((await fetch(origin + path)).status).toBe(404);
});

describe("by OpenID Connect", () => {
  it("whoever is on the list is signed in, and out again", async () => {
    const { browser, signIn } = await withOpenId();
    const stranger = await browser.get("/operator");
    expect([stranger.status, stranger.document.querySelector("a[href^='/operator/login']")?.textContent]).toEqual([
      401,
      "Sign in",
    ]);
    expect((await signIn()).text).toContain("Signed in");
    const home = await browser.get("/operator");
    expect(home.text).toContain("kim@example.com");
    const stolen = new Map(browser.cookies);
    expect((await browser.submit(home, "/logout")).text).toContain("Signed out");
    for (const [name, value] of stolen) browser.cookies.set(name, value);
    expect((await browser.get("/operator")).status).toBe(401);
  });

  it("the session's cookie is for this host, for https, and for no script or other site", async () => {
    const { browser, signIn } = await withOpenId();
    const { headers } = await signIn();
    const cookie = headers.getSetCookie().find((line) => line.startsWith("__Host-operator=")) ?? "";
    for (const word of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"]) expect(cookie).toContain(word);
    expect(cookie).not.toContain("Domain");
    expect(browser.cookies.has("__Host-operator-login")).toBe(false);
  });

  it("no page runs a script, is framed, stored, found or told of to others", async () => {
    const { browser, signIn } = await withOpenId();
    await signIn();
    const { headers } = await browser.get("/operator");
    expect(headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("X-Robots-Tag")).toContain("noindex");
  });

  it("a session is over after half an hour without a call, and after eight hours in any case", async () => {
    const { browser, signIn, pass } = await withOpenId();
    await signIn();
    pass(29 * 60);
    expect((await browser.get("/operator")).status).toBe(200);
    pass(31 * 60);
    expect((await browser.get("/operator")).status).toBe(401);
    await signIn();
    for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
      pass(20 * 60);
      expect((await browser.get("/operator")).status).toBe(200);
    }
    pass(20 * 60);
    expect((await browser.get("/operator")).status).toBe(401);
  });

  it("whoever was asked to sign in comes back to where they were, and to no other site or page", async () => {
    const { browser, origin } = await withOpenId();
    const form = await browser.get("/operator/acts/refund?order=ord_1&amount=1.5");
    // A form's answer may redirect to no other origin: the policy of its page forbids it.
    expect([form.status, form.headers.get("Location")]).toEqual([401, null]);
    const link = form.document.querySelector("a[href^='/operator/login']")?.getAttribute("href") ?? "";
    const back = async (path: string) =>
      (await browser.follow(path)).document.querySelector("meta[http-equiv=refresh]")?.getAttribute("content");
    expect(await back(link)).toBe("0;url=/operator/acts/refund?order=ord_1&amount=1.5");
    for (const to of [
      "//evil.example/operator/acts/x",
      `${origin}/operator/orders/x`,
      "/sandbox",
      "/operator/orders/../../x",
    ])
      expect(await back(`/operator/login?${new URLSearchParams({ to })}`)).toBe("0;url=/operator");
  });

  it("nobody is let in whose verified address is not on the list", async () => {
    const { openId, browser, signIn } = await withOpenId();
    const known = openId.claims;
    for (const change of [
      { email: "eve@example.com" },
      { email_verified: false },
      { email_verified: undefined },
      { email: undefined, name: "kim@example.com" },
      { email: undefined, groups: ["kim@example.com"] },
    ]) {
      openId.claims = { ...known, ...change };
      expect((await signIn()).status).toBe(403);
      expect((await browser.get("/operator")).status).toBe(401);
    }
  });

  it("a group can be let in, and is named by the provider's id where no address is verified", async () => {
    const { openId, browser, signIn } = await withOpenId({ people: ["groups:payments"] });
    openId.claims = { sub: "kim-1", groups: ["staff", "payments"] };
    expect((await signIn()).status).toBe(200);
    expect((await browser.get("/operator")).text).toContain("kim-1");
    openId.claims = { sub: "eve-1", groups: ["staff", "payments-readers"] };
    browser.cookies.clear();
    expect((await signIn()).status).toBe(403);
  });

  it("another nonce, a forged signature, an old answer, and one to another client sign nobody in", async () => {
    const { openId, browser, signIn } = await withOpenId();
    for (const lie of [{ nonce: "another" }, { isForged: true }, { expires: "-2m" }, { audience: "another" }]) {
      openId.lie = lie;
      expect((await signIn()).status).toBe(403);
      expect((await browser.get("/operator")).status).toBe(401);
    }
    openId.lie = {};
    expect((await signIn()).status).toBe(200);
  });

  it("an answer with another state, or for another browser, signs nobody in", async () => {
    const { browser, backAddress, origin } = await withOpenId();
    const back = new URL(await backAddress());
    const stranger = new OperatorsBrowser(origin);
    expect((await stranger.get(back.href)).status).toBe(403);
    back.searchParams.set("state", "forged");
    expect((await browser.get(back.href)).status).toBe(403);
  });

  it("a cookie of a login that was changed signs nobody in", async () => {
    const { browser, backAddress } = await withOpenId();
    const back = await backAddress();
    const [name = "", value = ""] = [...browser.cookies][0] ?? [];
    const [text = "", signature] = value.split(".");
    const changed = { ...JSON.parse(Buffer.from(text, "base64url").toString()), until: 9e15 };
    browser.cookies.set(name, `${Buffer.from(JSON.stringify(changed)).toString("base64url")}.${signature}`);
    expect((await browser.get(back)).status).toBe(403);
  });

  it("an answer counts once, even at a provider that takes its code again", async () => {
    const { openId, browser, backAddress } = await withOpenId();
    openId.takesAgain = true;
    const back = await backAddress();
    const before = new Map(browser.cookies);
    expect((await browser.get(back)).status).toBe(200);
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect((await browser.get(back)).status).toBe(403);
    expect(browser.cookies.has("__Host-operator")).toBe(false);
  });

  it("who comes back after ten minutes signs in anew", async () => {
    const { browser, backAddress, pass } = await withOpenId();
    const back = await backAddress();
    pass(601);
    expect((await browser.get(back)).status).toBe(403);
  });

  it("where the provider does not answer, the page says so", async () => {
    const { browser, logged, openId } = await withOpenId();
    await openId.stop();
    expect((await browser.get("/operator/login")).status).toBe(503);
    expect(logged.some(({ level, message }) => level === "error" && message.includes("operator"))).toBe(true);
  });

  it("the header of a proxy counts for nothing", async () => {
    const { browser } = await withOpenId();
    browser.headers = FROM_PROXY;
    expect((await browser.get("/operator")).status).toBe(401);
  });
});

describe("behind a proxy", () => {
  it("whom it names and the list has is let in", async () => {
    const { browser } = await behindProxy();
    browser.headers = FROM_PROXY;
    const home = await browser.get("/operator");
    expect([home.status, home.text]).toEqual([200, expect.stringContaining("kim@example.com")]);
    expect(home.text).not.toContain("Sign out");
  });

  it("nothing opens without the secret, from this machine too, or for anybody else", async () => {
    const { browser } = await behindProxy();
    const others: Record<string, string>[] = [
      { "X-Forwarded-Email": "kim@example.com" },
      { ...FROM_PROXY, "X-Operator-Proxy-Secret": SECRET.slice(1) },
      { "X-Operator-Proxy-Secret": SECRET },
      { ...FROM_PROXY, "X-Forwarded-Email": "eve@example.com" },
      { ...FROM_PROXY, "X-Forwarded-Email": "kim@example.com, eve@example.com" },
    ];
    for (const headers of others) {
      browser.headers = headers;
      const { status, headers: answered } = await browser.get("/operator");
      expect([status, answered.getSetCookie()]).toEqual([403, []]);
    }
  });

  it("the session of one person is not another's", async () => {
    const payments = await runningPayments({
      operatorPage: { ...PROXY, people: ["kim@example.com", "lee@example.com"] },
    });
    const browser = new OperatorsBrowser(payments.origin);
    browser.headers = FROM_PROXY;
    const page = await browser.get("/operator");
    browser.headers = { ...FROM_PROXY, "X-Forwarded-Email": "lee@example.com" };
    expect((await browser.submit(page, "/search", { name: "ord_1" })).status).toBe(403);
    expect((await browser.get("/operator")).text).toContain("lee@example.com");
  });

  it("nobody can sign in by a provider", async () => {
    const { browser } = await behindProxy();
    browser.headers = FROM_PROXY;
    expect((await browser.get("/operator/login")).status).toBe(404);
  });
});
