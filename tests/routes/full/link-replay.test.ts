import { beforeEach, describe, expect, it } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeProfile, makeResult } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { signedQuery } from "../../visitor/requests";
import { Browser } from "../browser";
import { BUYER } from "../buying";
import { titleOf } from "../order-status";
import { fieldsOf, page, type Shown, tokenIn } from "../site";

/** The payments API's judgement of tokens: whose each is. Any other is refused. */
const TOKENS: Record<string, number> = { t0ken: 42, newer: 42, "of-7": 7 };

let isAway = false;
let asked: (string | null)[] = [];

beforeEach(() => {
  isAway = false;
  asked = [];
  upstream.use(
    responding(endpoints.profile, ({ headers }) => {
      if (isAway) return Response.json(makeApiError(), { status: 503 });
      const bearer = headers.get("authorization");
      asked.push(bearer);
      const user_id = TOKENS[bearer?.replace("Bearer ", "") ?? ""];
      return user_id === undefined
        ? Response.json(makeApiError({ code: 401 }), { status: 401 })
        : Response.json(makeProfile({ user_id, email: `user${user_id}@example.com` }));
    }),
  );
});

const link = (overrides: Record<string, string> = {}) => `/payment?${signedQuery(overrides)}`;
const accountOn = ({ document }: Shown) => document.querySelector(".account-link")?.textContent;
const noticeOn = ({ document }: Shown) => document.querySelector(".notice h2")?.textContent;

it("a link that is opened twice is judged by the payments API each time", async () => {
  const browser = new Browser();
  await browser.open(link());
  const before = asked.length;
  expect(accountOn(await browser.open(link()))).toBe("user42@example.com");
  expect(asked.length).toBeGreaterThan(before);
  expect(new Set(asked)).toEqual(new Set(["Bearer t0ken"]));
});

describe("after logging out", () => {
  async function loggedOut() {
    const browser = new Browser();
    await browser.open(link());
    await browser.send("/account", { intent: "logout" });
    return browser;
  }

  it("nobody is signed in, and the browser keeps nothing of the link but its app", async () => {
    const browser = await loggedOut();
    expect(accountOn(await browser.open("/payment"))).toBeUndefined();
    expect(browser.cookie).not.toMatch(/session|paypal_token/);
  });

  it("the same link signs in again only while the payments API accepts its token", async () => {
    const browser = await loggedOut();
    expect(accountOn(await browser.open(link()))).toBe("user42@example.com");
    const other = await loggedOut();
    upstream.use(refusing(endpoints.profile, 401, makeApiError({ code: 401 })));
    const refused = await other.open(link());
    expect([accountOn(refused), noticeOn(refused)]).toEqual([undefined, "The link from the app has expired"]);
    expect(other.cookie).not.toMatch(/session|paypal_token/);
  });
});

it("a link that has grown old opens no receipts, and neither do the cookies it once left", async () => {
  const browser = new Browser();
  await browser.open(link());
  const { cookie } = browser;
  upstream.use(refusing(endpoints.invoiceList, 401, makeApiError({ code: 401 })));
  expect(titleOf(await browser.open("/receipts"))).toBe("Please open your receipts again");
  expect(browser.cookie).not.toContain("session");
  const replayed = await page("/receipts", { cookie });
  expect([replayed.answer.status, titleOf(replayed)]).toEqual([403, "Please open your receipts again"]);
});

it("another browser that opens the link is judged by itself, and logging out there does not change the first", async () => {
  const [first, second] = [new Browser(), new Browser()];
  await first.open(link());
  expect(accountOn(await second.open(link()))).toBe("user42@example.com");
  await second.send("/account", { intent: "logout" });
  expect(accountOn(await first.open("/payment"))).toBe("user42@example.com");
});

describe("a link with another user's token", () => {
  it("signs nobody in, and whoever was signed in before is not any more", async () => {
    const browser = new Browser();
    await browser.open(link());
    const refused = await browser.open(link({ uid: "42", token: "of-7" }));
    expect([accountOn(refused), noticeOn(refused)]).toEqual([undefined, "The link from the app has expired"]);
    expect(browser.cookie).not.toMatch(/session|paypal_token/);
  });

  it("opened while the payments API is away, signs nobody in once it is back", async () => {
    isAway = true;
    const browser = new Browser();
    await browser.open(link({ uid: "42", token: "of-7" }));
    isAway = false;
    const answer = await page("/payment", { cookie: browser.cookie });
    expect(accountOn(answer)).toBeUndefined();
    const gone = answer.answer.headers.getSetCookie().filter((cookie) => cookie.includes("Max-Age=0"));
    expect(gone.map((cookie) => cookie.split("=", 1)[0])).toEqual(["paypal_token", "session"]);
  });
});

it("an older link after a newer one says who it is from then on, as far as the payments API still accepts it", async () => {
  const browser = new Browser();
  await browser.open(link({ token: "newer", sign_timestamp: "1795000900" }));
  const old = await browser.open(link({ token: "revoked" }));
  expect([accountOn(old), noticeOn(old)]).toEqual([undefined, "The link from the app has expired"]);
  expect(accountOn(await browser.open(link({ token: "newer", sign_timestamp: "1795000900" })))).toBe(
    "user42@example.com",
  );
});

describe("a link that anybody can write: a user's number without a token", () => {
  const RECEIPTS = { user_id: 42, signed_time: "1780000000", sign: "cd".repeat(32) };

  async function bought(overrides: Record<string, string>) {
    upstream.use(answering(endpoints.soPurchaseResult, makeResult({ receipts: RECEIPTS })));
    const browser = new Browser();
    await browser.open(link(overrides));
    return tokenIn(await browser.send("/payment/year", fieldsOf(await browser.open("/payment/year"), BUYER)));
  }

  it.each([
    ["without a token", { token: "", sign: "made-up" }],
    ["with one that nobody could judge", { token: "t0ken", sign: "ab" }],
  ])(
    "%s: what is bought for that user has the link's own sign, for the payments API to judge",
    async (_, overrides) => {
      isAway = overrides.token !== "";
      const { sign } = overrides;
      expect(await readOrderToken(await bought(overrides))).toMatchObject({
        userId: 42,
        link: { signTimestamp: "1795000000", sign },
      });
    },
  );

  it("with a token that was accepted it has none", async () => {
    const order = await readOrderToken(await bought({}));
    expect(order).toMatchObject({ userId: 42 });
    expect(order).not.toHaveProperty("link");
  });

  it.each([
    ["without a token", { token: "", sign: "made-up" }],
    ["with one that nobody could judge", { token: "t0ken", sign: "ab" }],
  ])("%s: the buyer has that order's key, and is in nobody's account", async (_, overrides) => {
    isAway = overrides.token !== "";
    const success = await page(`/paysuc?o=${await bought(overrides)}`);
    expect(success.answer.status).toBe(200);
    expect(success.html).toMatch(/receipts\?k=/);
    expect(accountOn(success)).toBeUndefined();
  });

  it("with a token that was accepted the buyer has it, too", async () => {
    const token = await bought({});
    expect((await page(`/paysuc?o=${token}`)).html).toMatch(/receipts\?k=/);
  });

  it("its own receipts are asked for by the made-up sign, which the payments API refuses", async () => {
    const owners: unknown[] = [];
    upstream.use(
      responding(endpoints.invoiceList, async (request) => {
        owners.push(await request.json());
        return Response.json(makeApiError({ code: 403 }), { status: 403 });
      }),
    );
    const browser = new Browser();
    await browser.open(link({ token: "", sign: "made-up" }));
    expect(titleOf(await page("/receipts", { cookie: browser.cookie }))).toBe("Please open your receipts again");
    expect(owners).toEqual([{ user_id: 42, signed_time: "1795000000", sign: "made-up" }]);
  });
});
