import { beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeParams } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { BUYER, refusal } from "../buying";
import { fieldsOf, leadsTo, page, post, type Shown, shown } from "../site";

const RECAPTCHA = { site_key: "site-key", host: "https://www.recaptcha.net" };
const PATH = "/payment/year";

/** What the payments API was sent as `recasign`. */
let tokens: string[] = [];

beforeEach(() => {
  tokens = [];
  vi.useFakeTimers({ toFake: ["Date"] });
  upstream.events.on("request:start", async ({ request }) => {
    if (!request.url.endsWith(endpoints.rbCreateSubscription.path)) return;
    const { recasign } = endpoints.rbCreateSubscription.body.parse(await request.clone().json());
    tokens.push(recasign);
  });
  return () => {
    vi.useRealTimers();
    upstream.events.removeAllListeners();
  };
});

/** Opens the form and takes half a minute to fill it in. */
async function open(seconds = 30): Promise<Shown> {
  const form = await page(PATH);
  vi.setSystemTime(Date.now() + seconds * 1000);
  return form;
}

const send = (form: Shown, entered: Record<string, string> = {}) =>
  post(PATH, fieldsOf(form, { ...BUYER, provider: "rb", ...entered }));

it("without scripts a buyer pays by the site's own token", async () => {
  const form = await open();
  const answer = await send(form);
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
  expect(tokens).toEqual([expect.stringContaining(`nojs.${fieldsOf(form).get("attempt")}.`)]);
});

it("a token of the check's script goes on to the payments API", async () => {
  await send(await open(), { recasign: "03AFcWeA" });
  expect(tokens).toEqual(["03AFcWeA"]);
});

it("a form that is sent faster than a person could is shown again, and then it passes as the same purchase", async () => {
  const form = await open(1);
  const again = await shown(send(form));
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("submit the form again to confirm");
  expect(again.see.getByLabelText<HTMLInputElement>("Email").value).toBe(BUYER.email);
  expect(fieldsOf(again).get("attempt")).toBe(fieldsOf(form).get("attempt"));
  vi.setSystemTime(Date.now() + 2_000);
  expect((await send(again)).status).toBe(303);
});

it("a form that was open for hours is shown again as a new one, with what was entered", async () => {
  const form = await open(3 * 60 * 60);
  const again = await shown(send(form));
  expect(again.see.getByRole("alert").textContent).toContain("open for a long time");
  expect(again.see.getByLabelText<HTMLInputElement>("Email").value).toBe(BUYER.email);
  expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
});

it("the field nobody sees is out of the way of everybody, and filled in it sends the form back", async () => {
  const form = await open();
  const field = form.document.querySelector<HTMLInputElement>("[name=subject]");
  expect([field?.hidden, field?.readOnly, field?.autocomplete]).toEqual([true, true, "off"]);
  const again = await shown(send(form, { subject: "Best prices" }));
  expect(again.answer.status).toBe(422);
  expect(fieldsOf(again).get("subject")).toBe("");
});

it("a stamp of another form makes no call at all", async () => {
  const { answer, see } = await shown(send(await open(), { stamp: fieldsOf(await open()).get("stamp") ?? "" }));
  expect(answer.status).toBe(422);
  expect(see.getByRole("alert").textContent).toContain("(empty token)");
  expect(tokens).toEqual([]);
});

it("another provider asks for none of this", async () => {
  const answer = await send(await open(0), { provider: "so", stamp: "", subject: "x" });
  expect(answer.status).toBe(303);
});

it.each(["token_refused", "token_empty"])(
  "when the payments API says %s the other ways to pay are there",
  async (code) => {
    upstream.use(refusing(endpoints.rbCreateSubscription, 403, refusal(code)));
    const again = await shown(send(await open()));
    expect(again.answer.status).toBe(422);
    expect(again.see.getByRole("alert").querySelector("a")?.getAttribute("href")).toBe("#provider");
    expect(again.see.getAllByText(/choose another way to pay/)).toHaveLength(2);
    expect(again.see.getAllByRole("radio").length).toBeGreaterThan(1);
  },
);

it("where no provider needs the check the form carries nothing of it", async () => {
  upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["so", "ps"], recaptcha: RECAPTCHA })));
  const { document, answer } = await page(PATH);
  expect(document.querySelector("[name=stamp], [name=recasign], [name=subject]")).toBeNull();
  expect(answer.headers.get("content-security-policy")).not.toContain("recaptcha");
});

it.each(["https://www.google.com", "https://www.recaptcha.net"])(
  "only the pages with the form may load the script of %s, and what it loads: by path, and from nowhere else",
  async (host) => {
    upstream.use(answering(endpoints.commonParams, makeParams({ recaptcha: { ...RECAPTCHA, host } })));
    for (const path of [PATH, "/pricing/checkout/year"]) {
      const policy = (await page(path)).answer.headers.get("content-security-policy") ?? "";
      expect(policy).toContain(`script-src 'self' ${host}/recaptcha/ https://www.gstatic.com/recaptcha/;`);
      expect(policy).toContain(`connect-src 'self' ${host}/recaptcha/;`);
      expect(policy).toContain(`frame-src ${host}/recaptcha/ https://recaptcha.google.com/recaptcha/;`);
    }
    const otherPage = (await page("/")).answer.headers.get("content-security-policy");
    expect(otherPage).not.toMatch(/recaptcha|gstatic/);
  },
);

it("a script from anywhere else is not loaded, and the form goes without", async () => {
  const recaptcha = { site_key: "site-key", host: "https://evil.example.com" };
  upstream.use(answering(endpoints.commonParams, makeParams({ recaptcha })));
  const form = await open();
  expect(form.answer.headers.get("content-security-policy")).not.toContain("evil");
  expect((await send(form)).status).toBe(303);
});

it.each([
  ["the site's own token goes along again", "", [expect.stringContaining("nojs."), expect.stringContaining("nojs.")]],
  ["a token of the check's script is spent, so the call is not repeated", "03AFcWeA", ["03AFcWeA"]],
])("where the answer to a purchase is lost, %s", async (_, recasign, sent) => {
  const form = await open();
  let calls = 0;
  upstream.use(
    responding(endpoints.rbCreateSubscription, () => {
      calls += 1;
      return calls === 1 ? Response.json({ html: true }) : Response.json({ order_id: "ord_1", status: "pending" });
    }),
  );
  const answer = await send(form, { recasign });
  expect(leadsTo(answer)).toBe("/paystatus");
  await page(answer.headers.get("location") ?? "");
  expect(tokens).toEqual(sent);
});

it("a guarded purchase by an address that has bought too often is slowed down, and never refused", async () => {
  const buyer = { ...BUYER, provider: "rb", email: "hasty@example.com" };
  const forms = Array.from({ length: 11 }, () => open());
  const isSlowed = () => vi.mocked(setTimeout).mock.calls.some(([, ms]) => ms === 2_000);
  const timers = vi.spyOn(globalThis, "setTimeout");
  const sent: boolean[] = [];
  for (const form of await Promise.all(forms)) {
    const { status } = await post(PATH, fieldsOf(form, buyer));
    expect(status).toBe(303);
    sent.push(isSlowed());
  }
  timers.mockRestore();
  expect(sent).toEqual([...Array.from({ length: 10 }, () => false), true]);
});
