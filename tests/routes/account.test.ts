import { within } from "@testing-library/dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seal } from "~/sealing.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { forgetCatalogue } from "~/upstream/catalogue.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { signUpCookies } from "~/visitor/sealed-cookies.server";
import { sessionCookie, sessionOf } from "~/visitor/session.server";
import { visitorOf } from "~/visitor/visitor.server";
import { makeApiError, makePlan, makeProfile, makeSignUp } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { cookieLine, cookiesOf, makeRequest, memberCookie } from "../visitor/requests";
import { fieldsOf, get, page, post, type Shown, shown } from "./site";

/** A form has fields of its own each time it is shown. */
const OF_ITS_FORM = /name="(csrf|attempt|stamp)" value="[^"]*"/g;

/** Of a session of its own: some tests end it. */
const member = async () => ({ cookie: await memberCookie() });
const LOGGED_OUT = refusing(endpoints.profile, 401, makeApiError({ code: 50008 }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  forgetSendings();
});

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;

/** Fills in the form of the account page as a person does, and sends it. */
async function signUp(at = "/account", email = "member@example.com", headers: Record<string, string> = {}) {
  const form = await page(at, headers);
  vi.setSystemTime(Date.now() + 30_000);
  const action = form.document.querySelector("form.sign-up")?.getAttribute("action") ?? "";
  return post(action, fieldsOf(form, { email }, "form.sign-up"), headers);
}

it("somebody who is signed in sees as whom, and until when their plan runs", async () => {
  upstream.use(answering(endpoints.profile, makeProfile({ vip: { remain_time: 86_400 } })));
  const { see } = await page("/account", await member());
  expect(see.getByText("member@example.com", { selector: "dd *" })).toBeDefined();
  expect(see.getByText("Active until January 31, 2026")).toBeDefined();
  expect(see.queryByRole("textbox")).toBeNull();
});

it("the way to the receipts is there for whoever an app's link has let in, and for nobody else", async () => {
  const inMain = async (headers: Record<string, string>) =>
    within((await page("/account", headers)).see.getByRole("main")).queryAllByRole("link", { name: "Receipts" });
  const signedUp = { cookie: cookieLine(await signUpCookies({ token: "t0ken" })) };
  expect((await inMain(await member())).length - (await inMain(signedUp)).length).toBe(1);
});

it("without a plan that is said", async () => {
  expect((await page("/account", await member())).see.getByText("No active plan")).toBeDefined();
});

it("anybody else sees how to sign in", async () => {
  const { see } = await page("/account");
  expect(see.getByRole("textbox", { name: "Email" })).toBeDefined();
  expect(see.getByRole("button", { name: "Continue" })).toBeDefined();
});

it("while the payments API cannot say who it is nobody is asked to sign in again", async () => {
  upstream.use(refusing(endpoints.profile, 503));
  const { see } = await page("/account", await member());
  expect(see.getByText(/You’re signed in, but/)).toBeDefined();
  expect(see.queryByRole("textbox")).toBeNull();
});

it("an e-mail address is enough to sign in, and one comes back to where one was", async () => {
  const answer = await signUp("/de/account?page=payment&plan=year");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/de/payment/year"]);
  const cookie = cookiesOf(answer.headers);
  expect((await visitorOf(makeRequest("/", { cookie }))).caller.bearer).toBe("42.token");
});

it("without a page to go back to one sees the account", async () => {
  const answer = await signUp();
  expect(answer.headers.get("location")).toBe("/account");
  expect(headingOf(await page("/account", { cookie: cookiesOf(answer.headers) }))).toBe("Your account");
});

it("the sign-in lasts as long as the payments API says", async () => {
  upstream.use(answering(endpoints.anonymousSignup, makeSignUp({ expires_in: 3600 })));
  expect((await signUp()).headers.getSetCookie()).toContainEqual(expect.stringContaining("Max-Age=3600"));
});

describe("an address that anybody can type", () => {
  const signedUpAs = async (answered: object) => {
    upstream.use(responding(endpoints.anonymousSignup, () => Response.json(answered)));
    return signUp();
  };

  it.each([
    ["says that the account exists, and gives its token all the same", { token: "42.token", is_new: false }],
    ["says so as a number", { token: "42.token", is_new: 0 }],
  ])("signs nobody in where the API %s", async (_, answered) => {
    const answer = await signedUpAs(answered);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account?existing=app"]);
    expect(cookiesOf(answer.headers)).not.toContain("paypal_token");
  });

  it("cannot be asked for who is a customer: both addresses get the same answer, byte for byte", async () => {
    const answersTo = async (answered: object) => {
      vi.setSystemTime(new Date("2026-01-31T12:00:00Z"));
      const answer = await signedUpAs({ link_sent: true, ...answered });
      const { html } = await page(answer.headers.get("location") ?? "");
      return [answer.status, [...answer.headers], await answer.text(), html.replaceAll(OF_ITS_FORM, "")];
    };
    const known = await answersTo({ is_new: false });
    expect(await answersTo({ is_new: true, user_id: 43, token: "43.token", email: "other@example.com" })).toEqual(
      known,
    );
    expect(await answersTo({})).toEqual(known);
  });

  it("signs nobody in where a link was mailed to it, whatever else the API answers", async () => {
    const answer = await signedUpAs({ link_sent: true, is_new: true, token: "42.token" });
    expect(cookiesOf(answer.headers)).not.toContain("paypal_token");
  });

  it("is told where the link went, in a language of one's own, and that one can buy without it", async () => {
    upstream.use(responding(endpoints.anonymousSignup, () => Response.json({ link_sent: true })));
    const answer = await signUp("/account?page=payment&plan=year");
    const target = answer.headers.get("location") ?? "";
    expect(decodeURIComponent(target)).not.toContain("member@example.com");
    const { see, document } = await page(target);
    expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Check your inbox");
    expect(see.getByText(/We’ve sent a link to .*member@example\.com/)).toBeDefined();
    expect(see.getByText(/buy without signing in/)).toBeDefined();
    const action = document.querySelector("form.sign-up")?.getAttribute("action");
    expect(action).toBe("/account?page=payment&plan=year");
  });

  it("is not named by an address that somebody else made up", async () => {
    expect(headingOf(await page("/account?done=member@example.com"))).toBe("Your account");
  });

  it("where none was, the app lets in", async () => {
    const iPhone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", cookie: "app=101" };
    const { see } = await page("/account?existing=app", iPhone);
    expect(see.getByRole("link", { name: "Open VPN Master" }).getAttribute("href")).toBe("vpn-master://open");
  });

  it("the page says nothing of the kind for words of its visitor's own", async () => {
    expect(headingOf(await page("/account?existing=toString"))).toBe("Your account");
  });

  const PLAN = makeProfile({ vip: { remain_time: 30 * 86_400 } });

  it.each([{}, { is_new: true }])(
    "shows nothing of what its owner buys later to whoever signed up with it: %j",
    async (more) => {
      upstream.use(answering(endpoints.profile, PLAN));
      const cookie = cookiesOf((await signedUpAs({ token: "42.token", ...more })).headers);
      const { see, html } = await page("/account", { cookie });
      expect(within(see.getByRole("main")).getByText("member@example.com")).toBeDefined();
      expect(see.getByText(/plans show here once this address is confirmed as yours/)).toBeDefined();
      expect(see.queryByText(/Active until|No active plan/)).toBeNull();
      expect(html).toContain('"vip":{"remain_time":0}');
    },
  );

  it("of a token that an older version of the site has kept proves as little", async () => {
    upstream.use(answering(endpoints.profile, PLAN));
    const cookie = `paypal_token=sign-up~${await seal("signUp", { token: "42.token", isNew: true })}`;
    expect((await page("/account", { cookie })).see.queryByText(/Active until/)).toBeNull();
  });

  it.each([{}, { is_new: true }])(
    "a price that only a member has is not asked for with such a token: %j",
    async (more) => {
      const cookie = cookiesOf((await signedUpAs({ token: "42.token", ...more })).headers);
      const bearers: (string | null)[] = [];
      upstream.use(
        responding(endpoints.plans, ({ headers }) => {
          bearers.push(headers.get("authorization"));
          return Response.json({ plans: [makePlan()] });
        }),
      );
      forgetCatalogue();
      await page("/payment", { cookie });
      expect(bearers).toEqual([null]);
    },
  );

  it("its token cannot be taken out of its cookie and passed off as an app's", async () => {
    const cookie = cookiesOf((await signedUpAs({ token: "42.token" })).headers);
    expect(cookie).not.toContain("42.token");
    const changed = cookie.replace(/~.{60}/, (start) => `${start.slice(0, -1)}${start.endsWith("A") ? "B" : "A"}`);
    expect((await visitorOf(makeRequest("/", { cookie: changed }))).caller.bearer).toBeUndefined();
  });

  it("an answer with neither a token nor an account is a failure, in words", async () => {
    const answer = await signedUpAs({ code: 0 });
    expect([answer.status, cookiesOf(answer.headers).includes("paypal_token")]).toEqual([422, false]);
  });
});

it("the affiliate that sent the visitor is told", async () => {
  const told: unknown[] = [];
  upstream.use(
    responding(endpoints.anonymousSignup, async (request) => {
      told.push(await request.json());
      return Response.json(makeSignUp());
    }),
  );
  await signUp("/account", "member@example.com", { cookie: "_aid=c3" });
  expect(told).toEqual([expect.objectContaining({ _cps: { type: "admitad", cookie: "c3" } })]);
});

it.each([
  ["an address that is none", "nobody", 422, "Enter an email address like name@example.com"],
  ["no address", "", 422, "Enter your email address"],
])("%s is told above the form and beside the field, and what was typed stays", async (_, email, status, message) => {
  const form = await shown(signUp("/account", email));
  expect(form.answer.status).toBe(status);
  expect(form.see.getAllByText(message)).toHaveLength(2);
  expect(form.see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe(email);
});

it.each([
  ["token_refused", 400],
  ["email_invalid", 422],
  ["whatever", 400],
])("a refusal of the payments API (%s) is put into words, and signs nobody in", async (code, status) => {
  upstream.use(refusing(endpoints.anonymousSignup, status, makeApiError({ error: { code, message: "no" } })));
  const form = await shown(signUp());
  expect(form.answer.status).toBe(422);
  expect(form.document.querySelector(".field-error")?.textContent).toMatch(/\w{3,}/);
  expect(cookiesOf(form.answer.headers)).not.toContain("paypal_token");
});

it("so is an outage", async () => {
  upstream.use(refusing(endpoints.anonymousSignup, 503));
  const { see } = await shown(signUp());
  const words = "We couldn’t sign you in. Wait a moment, then try again.";
  expect(see.getByRole("alert", { name: "There’s a problem" }).textContent).toContain(words);
});

it("whoever logs out is nobody any more", async () => {
  const account = await page("/account", await member());
  const fields = fieldsOf(account, {}, "form.actions");
  const answer = await post("/account", fields, await member());
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account"]);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^paypal_token=; Max-Age=0;/),
    expect.stringMatching(/^session=; Max-Age=0;/),
    expect.stringMatching(/^receipts=; Max-Age=0;/),
    expect.stringMatching(/^orders=; Max-Age=0;/),
  ]);
});

it("a visitor whom the payments API has logged out is asked, on the page they are on", async () => {
  upstream.use(LOGGED_OUT);
  const { see, answer } = await page("/payment/year", await member());
  expect(answer.status).toBe(200);
  const words = "You have been logged out, you can cancel to stay on this page, or log in again";
  expect(see.getByText(words)).toBeDefined();
  expect(see.getByRole("list", { name: "Plans" })).toBeDefined();
  expect(answer.headers.getSetCookie().join()).not.toContain("paypal_token");
});

/** What the form of the question sends when this button is pressed. */
const pressing = async (intent: string, headers: Record<string, string>) => {
  const asked = await page("/de/payment/year", headers);
  return post("/de/account", fieldsOf(asked, { intent }, ".notice form"), headers);
};

it("whoever stays comes back to that page without their account, and is not asked again", async () => {
  upstream.use(LOGGED_OUT);
  const session = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "t0ken", sign: "ab".repeat(32) };
  const [sealed] = (await sessionCookie(session)).split(";");
  const answer = await pressing("stay", { cookie: `${sealed}; paypal_token=t0ken` });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/de/payment/year"]);
  const cookie = cookiesOf(answer.headers);
  expect(await sessionOf(makeRequest("/", { cookie }))).toMatchObject({ user_id: 42, isLoggedOut: true });
  expect((await page("/de/payment/year", { cookie })).document.querySelector(".notice")).toBeNull();
});

it("whoever confirms is cleared, and the page they were on is loaded again and says how to log in", async () => {
  upstream.use(LOGGED_OUT);
  const answer = await pressing("login", await member());
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/de/payment/year?toast=signedOut"]);
  expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^paypal_token=; Max-Age=0;/));
  const again = await page("/payment/year?toast=signedOut", { cookie: cookiesOf(answer.headers) });
  expect(again.document.querySelector(".toast-warn")?.textContent).toContain("sign in with your email");
});

it("nobody who is signed in is told that they are signed out, whatever the address says", async () => {
  const { document } = await page("/payment/year?toast=signedOut", await member());
  expect(document.querySelector(".toast")).toBeNull();
});

it.each(["", "toString", "pay"])("an intent %j is a bad request", async (intent) => {
  expect((await post("/account", { intent })).status).toBe(400);
});

it("the account is none of a search engine's business, and not known in a language that is none", async () => {
  expect((await page("/account")).document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe(
    "noindex",
  );
  expect((await get("/xx/account")).status).toBe(404);
});
