import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeGeo, makeParams } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { refusal } from "./buying";
import { fieldsOf, page, post, type Shown, shown } from "./site";

const FORM = "form.sign-up";
const EMAIL = "member@example.com";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  forgetSendings();
});

/** Opens the form and takes so many seconds to fill it in. */
async function open(seconds = 30): Promise<Shown> {
  const form = await page("/account");
  vi.setSystemTime(Date.now() + seconds * 1000);
  return form;
}

const send = (form: Shown, entered: Record<string, string> = {}) =>
  post("/account", fieldsOf(form, { email: EMAIL, ...entered }, FORM));

const enteredIn = ({ see }: Shown) => see.getByLabelText<HTMLInputElement>("Email").value;

it("a form that is sent too fast comes back, and the same form then signs in", async () => {
  const again = await shown(send(await open(1)));
  expect([again.answer.status, enteredIn(again)]).toEqual([422, EMAIL]);
  expect(again.see.getByRole("link", { name: /submit the form again to confirm/ })).toBeDefined();
  vi.setSystemTime(Date.now() + 2_000);
  expect((await send(again)).status).toBe(303);
});

it("whoever signs in too often is told when to come back, in words and in a header", async () => {
  for (let n = 0; n < 5; n += 1) await send(await open(3));
  const again = await shown(send(await open(3)));
  expect([again.answer.status, again.answer.headers.get("retry-after")]).toEqual([429, "585"]);
  expect(again.see.getByRole("link", { name: "Too many attempts. Try again in 10 minutes." })).toBeDefined();
  expect(enteredIn(again)).toBe(EMAIL);
});

it("from China nobody signs in, and is told a way on", async () => {
  upstream.use(answering(endpoints.geoInfo, makeGeo({ country: "China", country_code: "CN" })));
  const again = await shown(send(await open()));
  expect([again.answer.status, enteredIn(again)]).toEqual([403, EMAIL]);
  expect(again.see.getByRole("link", { name: /choose another country in the VPN app/ })).toBeDefined();
});

it("a mistyped mailbox is asked about, and the suggestion that is taken is shown before it signs in", async () => {
  const asked = await shown(send(await open(), { email: "member@gmial.com" }));
  const use = asked.see.getByRole<HTMLButtonElement>("button", { name: "Yes, change it" });
  expect(use.getAttribute("formaction")).toBe("/account#email");
  const changed = await shown(send(asked, { email: "member@gmial.com", [use.name]: use.value }));
  expect([changed.answer.status, enteredIn(changed)]).toEqual([200, "member@gmail.com"]);
  expect(changed.see.queryByRole("button", { name: "Yes, change it" })).toBeNull();
  expect((await post("/account", fieldsOf(changed, {}, FORM))).status).toBe(303);
});

it("a check that the payments API does not believe brings a new form with the same address", async () => {
  upstream.use(refusing(endpoints.anonymousSignup, 403, refusal("token_refused")));
  const form = await open();
  const again = await shown(send(form));
  expect([again.answer.status, enteredIn(again)]).toEqual([422, EMAIL]);
  expect(again.see.getByRole("link", { name: /security check didn’t go through/ })).toBeDefined();
  expect(fieldsOf(again, {}, FORM).get("attempt")).not.toBe(fieldsOf(form, {}, FORM).get("attempt"));
});

it("the page may load the check's script from the host the payments API names, and from nowhere else", async () => {
  const recaptcha = { site_key: "site-key", host: "https://www.recaptcha.net" };
  upstream.use(answering(endpoints.commonParams, makeParams({ recaptcha })));
  const policy = (await page("/account")).answer.headers.get("content-security-policy");
  expect(policy).toContain("frame-src https://www.recaptcha.net/recaptcha/ ");
});
