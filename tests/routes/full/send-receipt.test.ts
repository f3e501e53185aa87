import { beforeEach, describe, expect, it } from "vitest";
import { receiptKey } from "~/owners/who-asks.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { watchLog } from "../../env/watched-log";
import { makeApiError } from "../../mocks/builders";
import { refusing, responding } from "../../mocks/handlers";
import { letTimePass } from "../../mocks/passing-time";
import { upstream } from "../../mocks/server";
import { OWNER, signedIn, withKey } from "../receipt-owner";
import { fieldsOf, get, leadsTo, page, post, type Shown, shown } from "../site";

beforeEach(forgetSendings);

const FRIEND = "friend@example.com";

/** Opens the receipts, enters an e-mail address and sends the form. */
async function send(entered: Record<string, string> = { email: FRIEND }, address = "/receipts") {
  const headers = await signedIn();
  const fields = fieldsOf(await page(address, headers), entered, "table form");
  return post(address, fields, headers);
}

/** What the payments API is asked to send from now on. */
function sending() {
  const asked: unknown[] = [];
  upstream.use(
    responding(endpoints.invoiceSend, async (request) => {
      asked.push(await request.json());
      return Response.json({ sent: true, invoice_id: "inv_1", email: FRIEND });
    }),
  );
  return asked;
}

/** From now on the payments API turns sending away. */
const refusingToSend = (status: number, headers: Record<string, string> = {}, code = "x") =>
  upstream.use(
    responding(endpoints.invoiceSend, () =>
      Response.json(makeApiError({ error: { code, message: "" } }), { status, headers }),
    ),
  );

const alertIn = ({ see }: Shown) => see.getByRole("alert").textContent ?? "";
const entryIn = ({ see }: Shown) => see.getByRole<HTMLInputElement>("textbox", { name: "Send to" });

describe("a receipt that is sent", () => {
  it("goes to the address that was entered, once, and the page says so", async () => {
    const asked = sending();
    const answer = await send();
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/receipts"]);
    expect(asked).toEqual([{ ...OWNER, invoice_id: "inv_1", email: FRIEND }]);
    const { see } = await page(answer.headers.get("location") ?? "", await signedIn());
    expect(see.getByRole("status").textContent).toContain(FRIEND);
  });

  it("is not sent again by a reload, nor does its address tell where it went", async () => {
    const asked = sending();
    const target = (await send()).headers.get("location") ?? "";
    await page(target, await signedIn());
    await page(target, await signedIn());
    expect([asked.length, decodeURIComponent(target).includes("friend")]).toEqual([1, false]);
  });

  it("keeps the key in the address", async () => {
    sending();
    const address = await withKey();
    const answer = await post(address, fieldsOf(await page(address), { email: FRIEND }, "table form"));
    expect(answer.headers.get("location")).toContain(address);
  });

  it("is nobody else's notice", async () => {
    sending();
    const target = (await send()).headers.get("location") ?? "";
    const other = await receiptKey({ ...OWNER, user_id: 7 });
    const { see } = await page(`${target}&k=${other}`);
    expect(see.queryByRole("status")).toBeNull();
  });
});

it("a notice that nobody sealed is not shown", async () => {
  const { see } = await page("/receipts?sent=friend@example.com", await signedIn());
  expect(see.queryByRole("status")).toBeNull();
});

describe("a form that cannot be sent keeps what was entered and says what is wrong:", () => {
  it.each([
    ["", "Enter your email address"],
    ["friend", "Enter an email address like name@example.com"],
    ["friend@example.com\r\nBcc: all@example.com", "Enter an email address like name@example.com"],
    [`${"a".repeat(250)}@example.com`, "This email address is too long"],
  ])("%j", async (email, words) => {
    const asked = sending();
    const refused = await shown(send({ email }));
    expect([refused.answer.status, asked]).toEqual([422, []]);
    expect(alertIn(refused)).toBe(`Please check your details${words}`);
    expect(refused.document.querySelector("details.send")?.hasAttribute("open")).toBe(true);
    expect(entryIn(refused).getAttribute("aria-invalid")).toBe("true");
  });

  it.each([
    ["2400", "Try again in 40 minutes"],
    [undefined, "Try again later."],
  ])("too often, with Retry-After %s", async (retryAfter, words) => {
    refusingToSend(429, retryAfter === undefined ? {} : { "Retry-After": retryAfter });
    const refused = await shown(send());
    expect([refused.answer.status, refused.answer.headers.get("retry-after")]).toEqual([429, retryAfter ?? null]);
    expect(alertIn(refused)).toContain(words);
    expect(entryIn(refused).value).toBe(FRIEND);
  });

  it.each([
    [503, "We couldn’t send the receipt", 503],
    [404, "This receipt is no longer available", 404],
    [400, "We couldn’t send the receipt", 422],
  ])("the payments API answers %d", async (status, words, shownStatus) => {
    refusingToSend(status);
    const refused = await shown(send());
    expect(refused.answer.status).toBe(shownStatus);
    expect(alertIn(refused)).toContain(words);
  });

  it("no answer in time leaves open whether it was sent, and it is not sent again by itself", async () => {
    letTimePass();
    let calls = 0;
    upstream.use(
      responding(endpoints.invoiceSend, () => {
        calls += 1;
        return new Promise<never>(() => {});
      }),
    );
    const refused = await shown(send());
    expect([refused.answer.status, calls]).toEqual([504, 1]);
    expect(alertIn(refused)).toContain("Check your inbox before you send it again.");
  });

  it("our own limit says when it is over, and spares the payments API", async () => {
    const asked = sending();
    const answers = [];
    for (let at = 0; at < 11; at += 1) answers.push((await send()).status);
    expect([answers.slice(0, 10), answers[10], asked.length]).toEqual([Array(10).fill(303), 429, 10]);
  });
});

it("whose session has ended meanwhile is told so, and nothing is sent", async () => {
  upstream.use(refusing(endpoints.invoiceSend, 401, makeApiError({ code: 401 })));
  upstream.use(refusing(endpoints.invoiceList, 401, makeApiError({ code: 401 })));
  const headers = await signedIn();
  const { answer, see } = await shown(
    post("/receipts", { intent: "send", invoice_id: "inv_1", email: FRIEND }, headers),
  );
  expect(answer.status).toBe(403);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Please open your receipts again");
});

it.each([
  ["nobody", "/receipts"],
  ["a broken key", "/receipts?k=nonsense"],
])("with %s nothing is sent", async (_, address) => {
  const asked = sending();
  const answer = await post(address, { intent: "send", invoice_id: "inv_1", email: FRIEND });
  expect([answer.status, asked]).toEqual([403, []]);
});

it.each([
  ["no intent", { invoice_id: "inv_1", email: FRIEND }],
  ["another intent", { intent: "delete", invoice_id: "inv_1", email: FRIEND }],
  ["no receipt", { intent: "send", email: FRIEND }],
  ["a receipt that is a path", { intent: "send", invoice_id: "../../list", email: FRIEND }],
  ["a receipt that is markup", { intent: "send", invoice_id: "<b>", email: FRIEND }],
])("a form with %s is a bad request", async (_, fields) => {
  const asked = sending();
  const answer = await post("/receipts", fields, await signedIn());
  expect([answer.status, asked]).toEqual([400, []]);
});

it("a page that is only looked at sends nothing", async () => {
  const asked = sending();
  await get(`/receipts?intent=send&invoice_id=inv_1&email=${FRIEND}`, await signedIn());
  expect(asked).toEqual([]);
});

it("no e-mail address, sign or key gets into the log", async () => {
  const logged = [watchLog("warn"), watchLog("error")];
  refusingToSend(400, {}, "email_blocked");
  const address = await withKey();
  await post(address, { intent: "send", invoice_id: "inv_1", email: FRIEND });
  expect(logged.flat()).not.toEqual([]);
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${FRIEND}|${OWNER.sign}|${address.slice(-20)}`));
});
