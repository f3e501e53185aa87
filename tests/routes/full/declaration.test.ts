import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { signTime } from "~/security/bot-check/bot-check.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { declare } from "~/upstream/contract/declarations";
import { endpoints } from "~/upstream/contract/endpoints";
import { readLog } from "../../env/watched-log";
import { makeApiError, makeParams } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { letTimePass } from "../../mocks/passing-time";
import { upstream } from "../../mocks/server";
import { stopClock } from "../../mocks/stopped-clock";
import { memberCookie } from "../../visitor/requests";
import { signedIn } from "../receipt-owner";
import { fieldsOf, page, post, type Shown, shown } from "../site";
import { subscribed } from "../subscriptions";

const FORM = "form.declare";
const NOW = new Date("2026-01-31T12:00:00Z");
const TYPED = { name: "Erika Mustermann", contract: "ord_1", email: "erika@example.com" };

beforeEach(() => stopClock(["Date"], NOW));
afterEach(forgetSendings);

/** From now on the payments API takes declarations; what it is sent is kept, with the keys. */
function declaring(answer: object = { declared_at: "2026-01-31T12:00:31Z", mailed: true }) {
  const asked: { key: string | null; body: unknown; authorization: string | null }[] = [];
  upstream.use(
    responding(declare, async (request) => {
      const { headers } = request;
      const [key, authorization] = [headers.get("idempotency-key"), headers.get("authorization")];
      asked.push({ key, body: await request.json(), authorization });
      return Response.json(answer);
    }),
  );
  return asked;
}

/** Opens the form and takes so many seconds to fill it in. */
async function open(path = "/cancel", seconds = 30): Promise<Shown> {
  subscribed();
  const form = await page(path);
  vi.setSystemTime(Date.now() + seconds * 1000);
  return form;
}

const send = (form: Shown, entered: Record<string, string> = {}, path = "/cancel", headers = {}) =>
  post(path, fieldsOf(form, { ...TYPED, ...entered }, FORM), headers);

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;
const targetOf = (answer: Response) => answer.headers.get("location") ?? "";
const letterIn = ({ see }: Shown) =>
  decodeURIComponent(see.getByRole("link", { name: "Write an email" }).getAttribute("href") ?? "");
const plain = (text: string | null | undefined) => (text ?? "").replace(/[\u2068\u2069]/g, "");
const typedIn = ({ document }: Shown) =>
  ["name", "contract", "reason", "email"].map(
    (name) => document.querySelector<HTMLInputElement>(`${FORM} [name=${name}]`)?.value,
  );

describe("whoever comes by no link", () => {
  it.each([
    ["/cancel", "Cancel now"],
    ["/de/cancel", "Jetzt kündigen"],
    ["/withdraw", "Confirm withdrawal"],
    ["/de/withdraw", "Widerruf bestätigen"],
  ])("%s has one form with all entries, and a button with nothing but the law's words: %s", async (path, words) => {
    const { document } = await open(path);
    const form = document.querySelector(FORM);
    const names = [...(form?.querySelectorAll("input:not([type=hidden])") ?? [])].map((one) =>
      one.getAttribute("name"),
    );
    const ofCancelling = path.endsWith("cancel") ? ["manner", "manner", "reason", "end_on"] : [];
    expect(names).toEqual(["name", "contract", ...ofCancelling, "email"]);
    expect([...(form?.querySelectorAll("button") ?? [])].map(({ textContent }) => textContent)).toEqual([words]);
    expect(document.querySelector("form.find")).not.toBeNull();
  });

  it("cancels in the ordinary way and as soon as possible, unless they say otherwise", async () => {
    const asked = declaring();
    const answer = await send(await open("/de/cancel"), {}, "/de/cancel", { cookie: await memberCookie("t") });
    expect([answer.status, targetOf(answer)]).toEqual([303, expect.stringMatching(/^\/de\/cancel\?done=/)]);
    const body = { kind: "cancel", ...TYPED, manner: "ordinary", language: "de" };
    expect(asked).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/), body, authorization: null }]);
    expect(decodeURIComponent(targetOf(answer))).not.toContain("Erika");
  });

  it("cancels for a reason and on a day; what phones add to a text is taken off", async () => {
    const asked = declaring();
    const more = { manner: "extraordinary", reason: " never\r\n worked ", end_on: "2026-03-01", name: " Erika  M. " };
    await send(await open(), { ...more, email: " erika+vpn@Example.com " });
    const body = { name: "Erika M.", reason: "never worked", end_on: "2026-03-01", email: "erika+vpn@example.com" };
    expect(asked).toMatchObject([{ body }]);
  });

  it("withdraws with name, contract and address alone", async () => {
    const asked = declaring();
    expect((await send(await open("/withdraw"), {}, "/withdraw")).status).toBe(303);
    expect(asked).toMatchObject([{ body: { kind: "withdraw", ...TYPED, language: "en" } }]);
    expect(Object.keys(asked[0]?.body ?? {})).toHaveLength(5);
  });

  it("reads at once what they declared, when and by which button, and can keep it", async () => {
    declaring();
    const target = targetOf(
      await send(await open(), { manner: "extraordinary", reason: "slow", end_on: "2026-03-01" }),
    );
    const done = await page(target);
    expect([done.answer.status, headingOf(done)]).toEqual([200, "We’ve received your cancellation"]);
    const text = plain(done.document.querySelector(".status")?.textContent);
    for (const words of [
      "You sent this on January 31, 2026 at 12:00:31 UTC by pressing “Cancel now”.",
      "Erika Mustermann",
      "ord_1",
      "Extraordinary: for good cause",
      "slow",
      "March 1, 2026",
      "We’re sending a confirmation to erika@example.com.",
      "Print it or save it as a PDF",
    ])
      expect(text).toContain(words);
  });

  it("reads it also on the page for withdrawing, and not on another page, nor after an hour", async () => {
    declaring();
    const target = targetOf(await send(await open("/withdraw"), {}, "/withdraw"));
    const done = await page(target);
    expect(headingOf(done)).toBe("We’ve received your withdrawal");
    expect(plain(done.document.querySelector(".status")?.textContent)).toContain("at 12:00:31 UTC");
    expect(headingOf(await page(target.replace("/withdraw", "/cancel")))).toBe("Cancel a subscription");
    vi.setSystemTime(Date.now() + 3_601_000);
    expect(headingOf(await page(target))).toBe("Withdraw from contract");
  });

  it("is not promised a mail where none is sent", async () => {
    declaring({ declared_at: "2026-01-31T12:00:31Z", mailed: false });
    const done = await page(targetOf(await send(await open())));
    expect(headingOf(done)).toBe("We’ve received your cancellation");
    expect(done.see.queryByText(/sending a confirmation/)).toBeNull();
  });

  it("may write the longest of texts in any script: the address of the page that confirms it is not too long", async () => {
    declaring();
    const filled = (length: number) => "\u1000".repeat(length);
    const entered = {
      name: filled(100),
      contract: filled(200),
      reason: filled(500),
      email: `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`,
      manner: "extraordinary",
      end_on: "2026-03-01",
    };
    const target = targetOf(await send(await open("/zh-hant/cancel"), entered, "/zh-hant/cancel"));
    expect(target.length).toBeLessThanOrEqual(4096);
    expect((await page(target)).html).toContain(filled(500));
  });

  it("who sends the same form twice declares once; another content is another declaration", async () => {
    const asked = declaring();
    const form = await open();
    for (const contract of ["ord_1", "ord_1", "ord_2"]) expect((await send(form, { contract })).status).toBe(303);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
    expect([asked[0]?.key, asked[2]?.key]).toEqual([asked[1]?.key, expect.not.stringMatching(asked[0]?.key ?? "-")]);
  });

  it("whose list is empty can declare, too; who has one keeps the button of it", async () => {
    subscribed({ state: "ended" });
    expect((await page("/cancel", await signedIn())).document.querySelector(FORM)).not.toBeNull();
    subscribed({});
    const owner = await page("/cancel", await signedIn());
    expect(owner.document.querySelector(FORM)).toBeNull();
    expect(owner.see.getByRole("button", { name: /Cancel now/ })).toBeDefined();
  });

  it("declares nothing on the page of renewals", async () => {
    const asked = declaring();
    subscribed();
    expect((await page("/renewal")).document.querySelector(FORM)).toBeNull();
    expect([(await post("/renewal", { intent: "declare" })).status, asked]).toEqual([400, []]);
  });
});

describe("nothing that was typed is lost:", () => {
  it("all mistakes are named, each at its field, in the reader's language", async () => {
    const asked = declaring();
    const wrong = { name: " ", contract: "", email: "nobody", manner: "extraordinary", end_on: "2026-01-29" };
    const again = await shown(send(await open(), wrong));
    expect([again.answer.status, asked]).toEqual([422, []]);
    const links = [...again.document.querySelectorAll(".error-summary a")];
    expect(links.map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
      ["#declare-name", "Enter your name"],
      ["#declare-contract", "Enter your order number, or what you bought"],
      ["#declare-email", "Enter an email address like name@example.com"],
      ["#declare-reason", "Enter the reason for the extraordinary cancellation"],
      ["#declare-end_on", "Choose a date from today on, or leave it empty"],
    ]);
    for (const link of links) {
      const field = again.document.querySelector(link.getAttribute("href") ?? "");
      expect(field?.getAttribute("aria-invalid")).toBe("true");
    }
    const german = await shown(send(await open("/de/cancel"), { name: "" }, "/de/cancel"));
    expect(german.see.getByRole("alert").textContent).toContain("Gib deinen Namen ein");
  });

  it("a text that is too long comes back whole", async () => {
    const reason = "x".repeat(501);
    const again = await shown(send(await open(), { reason }));
    expect([again.answer.status, typedIn(again)[2]]).toEqual([422, reason]);
    expect(again.see.getByRole("alert").textContent).toContain("This text is too long");
  });

  it("today is a day to come wherever somebody is", async () => {
    const asked = declaring();
    vi.setSystemTime(new Date("2026-02-01T07:00:00Z"));
    await send(await open(), { end_on: "2026-01-31" });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [1, "to confirm you’re not a robot", true],
    [2 * 60 * 60 + 1, "This form was open for a long time", false],
  ])("sent after %d s", async (seconds, words, isSame) => {
    const asked = declaring();
    const form = await open("/cancel", seconds);
    const again = await shown(send(form, { reason: "slow" }));
    expect([again.answer.status, asked]).toEqual([422, []]);
    expect(again.see.getByRole("alert").textContent).toContain(words);
    expect(typedIn(again)).toEqual([TYPED.name, TYPED.contract, "slow", TYPED.email]);
    expect(fieldsOf(again, {}, FORM).get("attempt") === fieldsOf(form, {}, FORM).get("attempt")).toBe(isSame);
    vi.setSystemTime(Date.now() + 3_000);
    expect((await post("/cancel", fieldsOf(again, {}, FORM))).status).toBe(303);
  });

  it.each([
    ["no answer in time", () => new Promise<never>(() => {}), 504, "We don’t know yet if it worked"],
    ["a broken connection", () => HttpResponse.error(), 504, "We don’t know yet if it worked"],
    ["an answer that does not say when", () => Response.json({}), 504, "We don’t know yet if it worked"],
    ["a failure", () => Response.json({}, { status: 500 }), 504, "We don’t know yet if it worked"],
    ["too many requests", () => Response.json({}, { status: 429 }), 503, "We can’t do this right now"],
  ])("%s: the same form is the same declaration, and a letter says the same", async (_, respond, status, heading) => {
    letTimePass();
    const keys: (string | null)[] = [];
    upstream.use(
      responding(declare, ({ headers }) => {
        keys.push(headers.get("idempotency-key"));
        return respond();
      }),
    );
    const form = await open();
    const attempt = fieldsOf(form, {}, FORM).get("attempt") ?? "";
    const stamp = signTime("declaration", attempt, new Date(Date.now() - 30_000));
    const again = await shown(send(form, { manner: "extraordinary", reason: "slow", stamp }));
    expect([again.answer.status, again.see.getByRole("alert").textContent]).toEqual([
      status,
      expect.stringContaining(heading),
    ]);
    expect(letterIn(again)).toMatch(
      /^mailto:support@example\.com\?subject=Cancellation of my subscription&body=.*Name: Erika Mustermann.*ord_1.*for good cause.*slow.*As soon as possible.*erika@example\.com$/s,
    );
    const asked = declaring();
    expect((await post("/cancel", fieldsOf(again, { manner: "extraordinary" }, FORM))).status).toBe(303);
    expect(new Set([...keys, asked[0]?.key]).size).toBe(1);
  });

  it("an address that the payments API refuses is asked for again", async () => {
    upstream.use(refusing(declare, 422, makeApiError({ error: { code: "email_invalid", message: "" } })));
    const again = await shown(send(await open()));
    expect([again.answer.status, again.document.querySelector(".error-summary a")?.getAttribute("href")]).toEqual([
      422,
      "#declare-email",
    ]);
  });
});

it("one mailbox is confirmed five from one network; whoever is over has a letter, and a form sent again is none more", async () => {
  const asked = declaring();
  for (let n = 0; n < 5; n += 1) {
    const form = await open("/cancel", 3);
    expect((await send(form, { contract: `order ${n}` })).status).toBe(303);
    expect((await send(form, { contract: `order ${n}` })).status).toBe(303);
  }
  const over = await shown(send(await open("/cancel", 3), { contract: "one more" }));
  expect([over.answer.status, asked.length]).toEqual([429, 10]);
  expect(Number(over.answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(letterIn(over)).toContain("one more");
});

it("a stamp is good for one address: a machine would send many with one", async () => {
  const asked = declaring();
  const form = await open();
  expect((await send(form)).status).toBe(303);
  expect((await send(form, { email: "somebody@example.com" })).status).toBe(422);
  expect(asked).toHaveLength(1);
});

describe("where the payments API takes no declarations", () => {
  it.each([
    ["/cancel", ["subscriptions", "subscription_link"], "I am canceling my subscription to Vela VPN"],
    ["/withdraw", ["subscriptions"], "I withdraw from my contract for Vela VPN"],
    ["/cancel", [], "I am canceling my subscription to Vela VPN"],
  ] as const)("%s gives the message to send, and says so (%j)", async (path, calls, words) => {
    upstream.use(answering(endpoints.commonParams, makeParams({ calls: [...calls] })));
    const bare = await page(path);
    expect(bare.document.querySelector(FORM)).toBeNull();
    expect(bare.see.getByText(/This page can’t send your message for you/)).toBeDefined();
    const written = plain(bare.document.querySelector(".prepared")?.textContent);
    for (const text of [written, letterIn(bare)])
      expect(text).toMatch(new RegExp(`${words}.*Name:.*Order number, or what you bought:`, "s"));
    expect(bare.see.getByText("support@example.com")).toBeDefined();
  });
});

it("no name, address or reason gets into the log", async () => {
  const logged = readLog();
  declaring();
  await send(await open(), { reason: "private" });
  upstream.use(refusing(declare, 503));
  await send(await open(), { reason: "private" });
  expect(logged.join()).toContain("something was declared without a link");
  expect(logged.join()).not.toMatch(/Erika|erika@|private/);
});
