import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seal } from "~/sealing.server";
import { hostContext, receive } from "~/security/host-facts.server";
import { leaveRedis, redisClient } from "~/store/redis.server";
import { forgetStores } from "~/store/store.server";
import { authOf, signedUp as signUpAnswer } from "~/visitor/identity/auth.server";
import {
  endSealed,
  forgottenHereCookie,
  openedBy,
  ordersPaidHere,
  paidHereCookie,
  sentOrdersCookie,
  signUpCookies,
} from "~/visitor/sealed-cookies.server";
import { bearerOf, sessionOf } from "~/visitor/session.server";
import { changeEnv } from "../env/changed-env";
import { freePort } from "../journeys/free-port";
import { cookieLine, makeRequest, memberCookie } from "./requests";
import { needsRedis, shareRedis } from "./running-redis";

const DAY_MS = 24 * 60 * 60 * 1000;
const ORDER = { orderId: "or_1", provider: "so", appType: 502, plan: "year", email: "buyer@example.com" } as const;

const having = (...cookies: string[]) => makeRequest("/", { cookie: cookies.join("; ") });
const named = (name: string, cookies: string) =>
  cookies.split("; ").find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
const signedUp = async () => cookieLine(await signUpCookies({ token: "42.token" }));
const paidHere = async (request = having()) => cookieLine([await paidHereCookie(request, ORDER)]);
const sentHere = async (orders: Parameters<typeof sentOrdersCookie>[1] = [{ ...ORDER, attempt: "a".repeat(36) }]) =>
  cookieLine([await sentOrdersCookie(having(), orders)]);
/** The attempts of what a browser with these cookies has sent. */
const sentIn = async (...cookies: string[]) =>
  (await openedBy(having(...cookies))).orders?.content.map(({ attempt }) => attempt);

/** Whom these cookies let in, and to what. */
async function opened(...cookies: string[]): Promise<string[]> {
  const request = having(...cookies);
  const [bearer, session, paid] = [await bearerOf(request), await sessionOf(request), await ordersPaidHere(request)];
  return [bearer && "bearer", session && "session", paid.length > 0 && "receipts"].filter(
    (one) => one !== undefined && one !== false,
  );
}

afterEach(() => {
  forgetStores();
  leaveRedis();
});

describe("a planted paypal_token", () => {
  it("signs nobody in: neither an app's token nor one that a sign-up of the attacker's was given", async () => {
    const attackers = named("paypal_token", await signedUp());
    for (const planted of ["paypal_token=t0ken", attackers]) {
      expect(await bearerOf(having(planted))).toBeUndefined();
      expect((await authOf({ request: having(planted), context: {} })).auth).toEqual({ kind: "anonymous" });
    }
  });

  it("does not take the place of whoever is signed in by a link", async () => {
    const session = named("session", await memberCookie());
    expect(await bearerOf(having(session, "paypal_token=other"))).toBeUndefined();
    const attackers = named("paypal_token", await signedUp());
    expect(await bearerOf(having(session, attackers))).toBeUndefined();
  });

  it("counts beside the cookie that names it, and beside no other one", async () => {
    const [own, other] = [await signedUp(), await signedUp()];
    expect(await bearerOf(having(own))).toEqual({ token: "42.token", from: "signUp" });
    expect(await bearerOf(having(named("paypal_token", own), named("signUp", other)))).toBeUndefined();
    expect(await bearerOf(having(await memberCookie()))).toEqual({ token: "t0ken", from: "link" });
  });
});

it("what names a sign-up's token is bound to the host where that is possible", async () => {
  changeEnv({ publicOrigin: "https://pay.example.com" });
  expect((await signUpCookies({ token: "42.token" }))[1]).toMatch(/^__Host-signUp=.*Secure/);
});

describe("a copy of the cookies", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("opens nothing any more once what it is a copy of was ended; what somebody else has stays", async () => {
    const [copied, others] = [await memberCookie(), await memberCookie()];
    const [ofSignUp, ofOrders] = [await signedUp(), await paidHere()];
    expect(await opened(copied, ofOrders)).toEqual(["bearer", "session", "receipts"]);
    await endSealed(having(copied, ofOrders), ["session", "signUp", "paidHere"]);
    await endSealed(having(ofSignUp), ["signUp"]);
    expect(await opened(copied, ofOrders)).toEqual([]);
    expect(await opened(ofSignUp)).toEqual([]);
    expect(await opened(others)).toEqual(["bearer", "session"]);
  });

  it("holds none of the orders that were sent, once those were ended", async () => {
    const copied = await sentHere();
    expect(await sentIn(copied)).toEqual(["a".repeat(36)]);
    await endSealed(having(copied), ["orders"]);
    expect(await sentIn(copied)).toBeUndefined();
  });

  it("of what the browser had paid before its last order ends with it", async () => {
    const earlier = await paidHere();
    const later = cookieLine([await paidHereCookie(having(earlier), { ...ORDER, orderId: "or_2" })]);
    await endSealed(having(later), ["paidHere"]);
    expect(await opened(earlier)).toEqual([]);
  });

  it("opens nothing once a sign-up has taken its place", async () => {
    const [copied, ofOrders] = [await memberCookie(), await paidHere()];
    const earlier = await signedUp();
    const account = { userId: 7, token: "7.token", isNew: true, expiresIn: undefined };
    await signUpAnswer(account, having(named("session", copied), earlier, ofOrders));
    expect(await opened(copied, ofOrders)).toEqual([]);
    expect(await opened(earlier)).toEqual([]);
  });

  it("that is spelled in another way is none", async () => {
    const copied = named("session", await memberCookie());
    await endSealed(having(copied), ["session"]);
    const letter = copied.charCodeAt(copied.length - 1);
    for (const by of [1, 2, 3])
      expect(await opened(copied.slice(0, -1) + String.fromCharCode(letter + by))).toEqual([]);
  });

  it("is good for 30 days at most, and no date in the cookie's own lifetime changes that", async () => {
    const copied = [await memberCookie(), await paidHere()];
    const ofSignUp = await signedUp();
    vi.setSystemTime(Date.now() + 30 * DAY_MS - 1_000);
    expect(await opened(...copied)).toEqual(["bearer", "session", "receipts"]);
    expect(await opened(ofSignUp)).toEqual(["bearer"]);
    vi.setSystemTime(Date.now() + 1_000);
    expect(await opened(...copied)).toEqual([]);
    expect(await opened(ofSignUp)).toEqual([]);
    expect((await signUpCookies({ token: "t" }, 400 * 24 * 60 * 60))[0]).toContain("Max-Age=2592000;");
  });

  it("of an earlier release, without an id, is none", async () => {
    const content = { user_id: 42, app_type: 101, signed_time: "1", token: "t0ken", sign: "ab" };
    expect(await opened(`session=${await seal("session", content)}`, "paypal_token=t0ken")).toEqual([]);
  });
});

it("while the shared store is away, what this copy has ended stays so, and nobody waits", async () => {
  changeEnv({ redisUrl: `redis://127.0.0.1:${await freePort()}` });
  const copied = await memberCookie();
  expect(await opened(copied)).toEqual(["bearer", "session"]);
  await endSealed(having(copied), ["session"]);
  expect(await opened(copied)).toEqual([]);
});

describe("what a browser has paid", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  /** The cookie of a browser that has paid for one order a minute, the last one now. */
  async function paidInTurn(orderIds: readonly string[]): Promise<string> {
    let cookie = "";
    for (const orderId of orderIds) {
      vi.setSystemTime(Date.now() + 60_000);
      cookie = cookieLine([await paidHereCookie(having(cookie), { ...ORDER, orderId })]);
    }
    return cookie;
  }
  const paidIn = async (cookie: string) => (await ordersPaidHere(having(cookie))).map(({ orderId }) => orderId);

  it("is its last five orders, newest first", async () => {
    const cookie = await paidInTurn(["or_1", "or_2", "or_3", "or_4", "or_5", "or_6"]);
    expect(await paidIn(cookie)).toEqual(["or_6", "or_5", "or_4", "or_3", "or_2"]);
  });

  it("stays as it was when the page that says so is read again", async () => {
    const cookie = await paidInTurn(["or_1", "or_2"]);
    vi.setSystemTime(Date.now() + 60_000);
    const again = cookieLine([await paidHereCookie(having(cookie), { ...ORDER, orderId: "or_1" })]);
    expect(await paidIn(again)).toEqual(["or_2", "or_1"]);
    expect(await ordersPaidHere(having(again))).toEqual(await ordersPaidHere(having(cookie)));
  });

  it("stays where another owner's is forgotten, also without a receipts key", async () => {
    const owner = { user_id: 42, signed_time: "1795000000", sign: "ab".repeat(32) };
    const ofOwner = cookieLine([
      await paidHereCookie(having(await paidInTurn(["or_1"])), { ...ORDER, orderId: "or_2", owner }),
    ]);
    expect(await paidIn(ofOwner)).toHaveLength(2);
    expect(await paidIn(cookieLine([await forgottenHereCookie(having(ofOwner), [owner])]))).toEqual(["or_1"]);
  });
});

it("of many orders with long addresses a browser remembers those that it sent last", async () => {
  const email = `${"a".repeat(64)}@${"b".repeat(180)}.example`;
  const attempts = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(36, "0"));
  const cookie = await sentHere(attempts.map((attempt) => ({ ...ORDER, email, attempt })));
  expect(cookie.length).toBeLessThan(4_000);
  const sent = (await sentIn(cookie)) ?? [];
  expect(sent.length).toBeGreaterThan(2);
  expect(sent).toEqual(attempts.slice(0, sent.length));
});

describe("with a shared store", needsRedis, () => {
  it("what one copy of the site has ended opens nothing at the next", async () => {
    await shareRedis();
    const copied = [await memberCookie(), await paidHere()];
    await endSealed(having(...copied), ["session", "paidHere"]);
    // Another copy of the site knows nothing of what this process has ended.
    forgetStores();
    expect(await opened(...copied)).toEqual([]);
    expect(JSON.stringify(await redisClient()?.keys("*"))).not.toMatch(/t0ken|buyer/);
  });

  it("is asked once a request, for all of its cookies and all of its loaders, and never for whoever has none", async () => {
    await shareRedis();
    const asked = vi.spyOn(redisClient() ?? never(), "mGet");
    expect(await opened("LANGUAGE=de; csrf=x")).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
    const cookies = [await memberCookie(), await paidHere()];
    // Remix gives each loader a Request of its own.
    const context = hostContext();
    for (const request of [having(...cookies), having(...cookies)]) {
      receive({ request, context });
      expect([await bearerOf(request), (await ordersPaidHere(request)).length]).toEqual([
        { token: "t0ken", from: "link" },
        1,
      ]);
    }
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("that goes away or answers nothing fails no page", async () => {
    const server = await shareRedis({ answersWithinMs: 200 });
    const copied = await memberCookie();
    await endSealed(having(copied), ["session"]);
    server.kill("SIGSTOP");
    const others = await memberCookie();
    expect([await opened(copied), await opened(others)]).toEqual([[], ["bearer", "session"]]);
    server.kill("SIGKILL");
    await once(server, "exit");
    expect([await opened(copied), await opened(others)]).toEqual([[], ["bearer", "session"]]);
  });
});

function never(): never {
  throw new Error("there is no shared store");
}
