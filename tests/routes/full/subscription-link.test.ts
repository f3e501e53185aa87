import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { subscriptionLink } from "~/upstream/contract/subscriptions";
import { brandOf } from "~/visitor/brand/brands.server";
import { makeApiError, makeParams } from "../../mocks/builders";
import { answering, refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { memberCookie } from "../../visitor/requests";
import { signedIn, withKey } from "../receipt-owner";
import { fieldsOf, page, post, type Shown, shown } from "../site";
import { mailingLinks, subscribed } from "../subscriptions";

const FORM = "form.find";
const EMAIL = "buyer@example.com";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  forgetSendings();
});

/** Opens the form and takes so many seconds to fill it in. */
async function open(path = "/cancel", seconds = 30): Promise<Shown> {
  const form = await page(path);
  vi.setSystemTime(Date.now() + seconds * 1000);
  return form;
}

const send = (form: Shown, entered: Record<string, string> = {}, path = "/cancel", headers = {}) =>
  post(path, fieldsOf(form, { email: EMAIL, ...entered }, FORM), headers);

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;
const enteredIn = ({ see }: Shown) => see.getByLabelText<HTMLInputElement>("Email").value;
const letterIn = ({ see }: Shown) =>
  decodeURIComponent(see.getByRole("link", { name: "Write an email" }).getAttribute("href") ?? "");

describe.each(["cancel", "withdraw", "renewal", "receipts"] as const)("on /%s whoever comes without a link", (name) => {
  it("has one mailed that opens the same page in their language, without an account", async () => {
    subscribed();
    const asked = mailingLinks();
    const path = `/de/${name}`;
    const answer = await post(path, fieldsOf(await open(path), { email: ` ${EMAIL} ` }, FORM), {
      cookie: await memberCookie("t"),
    });
    expect(answer.status).toBe(303);
    expect(asked).toEqual([{ email: EMAIL, page: name, language: "de", recasign: expect.stringMatching(/^nojs\./) }]);
    expect(decodeURIComponent(answer.headers.get("location") ?? "")).not.toContain(EMAIL);
  });
});

it.each(["/cancel", "/receipts"])(
  "%s says where to look, and that it depends on a purchase; the form is there for another try",
  async (path) => {
    subscribed();
    mailingLinks();
    const sent = await page((await send(await open(path), {}, path)).headers.get("location") ?? "");
    expect(headingOf(sent)).toBe("Check your inbox");
    expect(sent.see.getByText(/If there’s a purchase for buyer@example\.com/)).toBeDefined();
    expect(sent.document.querySelector(FORM)).not.toBeNull();
  },
);

describe("a form that comes back keeps the address:", () => {
  it("sent too fast", async () => {
    subscribed();
    const asked = mailingLinks();
    const again = await shown(send(await open("/cancel", 1)));
    expect([again.answer.status, enteredIn(again), asked]).toEqual([422, EMAIL, []]);
    vi.setSystemTime(Date.now() + 2_000);
    expect((await send(again)).status).toBe(303);
  });

  it("made for signing in", async () => {
    subscribed();
    const asked = mailingLinks();
    const signUp = await open("/account");
    const fields = fieldsOf(signUp, { email: EMAIL, intent: "link" }, "form.sign-up");
    expect([(await post("/cancel", fields)).status, asked]).toEqual([422, []]);
  });

  it("mistyped, with a question", async () => {
    subscribed();
    mailingLinks();
    const question = await shown(send(await open(), { email: "buyer@gmial.com" }));
    expect(question.see.getByText("Did you mean buyer@gmail.com?")).toBeDefined();
    const asTyped = fieldsOf(question, { email: "buyer@gmial.com" }, FORM, ".question .button-quiet");
    expect((await post("/cancel", asTyped)).status).toBe(303);
  });

  it.each([
    [403, "token_refused", "The security check didn’t go through"],
    [400, "email_invalid", "Enter an email address like"],
    [503, "whatever", "We couldn’t send the link"],
  ])("the payments API answers %d %s", async (status, code, words) => {
    subscribed();
    upstream.use(refusing(subscriptionLink, status, makeApiError({ error: { code, message: "" } })));
    const again = await shown(send(await open()));
    expect([again.answer.status, enteredIn(again)]).toEqual([422, EMAIL]);
    expect(again.see.getByRole("link", { name: new RegExp(words) })).toBeDefined();
    expect(letterIn(again)).toContain("Cancellation of my subscription");
  });
});

it("one mailbox gets three from one network, however it is written; nobody elsewhere uses up what its owner has", async () => {
  subscribed();
  const asked = mailingLinks();
  for (const email of ["once@gmail.com", "o.n.ce@gmail.com", "once@googlemail.com"]) {
    expect((await send(await open("/cancel", 3), { email })).status).toBe(303);
  }
  const over = await shown(send(await open("/cancel", 3), { email: "once@gmail.com" }));
  expect([over.answer.status, asked.length]).toEqual([429, 3]);
  expect(Number(over.answer.headers.get("retry-after"))).toBeGreaterThan(0);
  const elsewhere = { "x-visitor-ip": "198.51.100.7", "x-request-id": "req-2" };
  expect((await send(await open("/cancel", 3), { email: "once@gmail.com" }, "/cancel", elsewhere)).status).toBe(303);
});

it.each(["/cancel", "/receipts"])(
  "%s may load the check's script from the host the payments API names",
  async (path) => {
    subscribed();
    const recaptcha = { site_key: "site-key", host: "https://www.recaptcha.net" };
    const calls = ["subscriptions", "subscription_link"];
    upstream.use(answering(endpoints.commonParams, makeParams({ recaptcha, calls })));
    const policy = (await page(path)).answer.headers.get("content-security-policy");
    expect(policy).toContain("frame-src https://www.recaptcha.net/recaptcha/ ");
  },
);

describe("where the payments API knows nothing of subscriptions", () => {
  it.each([
    ["cancel", "Cancel a subscription", "subject=Cancellation of my subscription"],
    ["withdraw", "Withdraw from contract", "subject=Withdrawal from the contract"],
  ])("/%s is a prepared letter, with a link and without", async (name, title, subject) => {
    for (const [path, headers] of [
      [`/${name}`, {}],
      [`/${name}`, await signedIn()],
      [await withKey(`/${name}`), {}],
    ] as const) {
      const letter = await page(path, headers);
      expect([letter.answer.status, headingOf(letter)]).toEqual([200, title]);
      expect(letterIn(letter)).toContain(subject);
    }
  });

  it("the letter names the address of whoever is signed in, unless a receipts key opened the page", async () => {
    const headers = { cookie: await memberCookie() };
    expect(letterIn(await page("/cancel", headers))).toContain("Email used for the purchase: member@example.com");
    expect(letterIn(await page(await withKey("/cancel"), headers))).not.toContain("member@example.com");
  });

  it("the brand's own page goes before the letter", async () => {
    const brand = brandOf(502);
    const own = { cancelUrl: "https://www.example.com/cancel", withdrawUrl: "https://www.example.com/withdraw" };
    Object.assign(brand, own);
    onTestFinished(() => {
      delete brand.cancelUrl;
      delete brand.withdrawUrl;
    });
    for (const [path, address] of [
      ["/cancel", own.cancelUrl],
      ["/withdraw", own.withdrawUrl],
    ] as const) {
      const { see } = await page(path);
      expect(see.getByRole("link", { name: "Go to that page" }).getAttribute("href")).toBe(address);
      expect(see.queryByRole("link", { name: "Write an email" })).toBeNull();
    }
  });

  it("/renewal says that support knows more", async () => {
    const away = await page("/renewal", await signedIn());
    expect(headingOf(away)).toBe("We can’t do this right now");
    expect(away.see.getByRole("link", { name: "Contact support" })).toBeDefined();
  });

  it("but mails no links: the app opens the page, and a letter does the rest", async () => {
    upstream.use(answering(endpoints.commonParams, makeParams({ calls: ["subscriptions"] })));
    const nobody = await page("/cancel");
    expect(nobody.see.getByText(/Open this page from there/)).toBeDefined();
    expect(nobody.document.querySelector(FORM)).toBeNull();
    expect(letterIn(nobody)).toContain("Cancellation");
  });
});
