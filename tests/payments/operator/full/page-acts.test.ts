import { describe, expect, it } from "vitest";
import { deriveEvents } from "../../../../payments/entitlements/derive";
import { moneyText } from "../../../../payments/html/money-text";
import { refund } from "../../../../payments/operator/change-order";
import { refundPartly } from "../../../../payments/refunds/by-operator";
import { ordered, orderOf, ring, runningPayments } from "../../hooks/running-payments";
import { paidOrder, refundsOf } from "../../refunds/paid-order";
import { OperatorsBrowser } from "../operators-browser";

const SECRET = "a-secret-of-the-proxy-with-many-letters";
const WHY = { because: "asked by mail" };

/** An operator at the page of an order that is paid. */
async function atOrder() {
  const wayIn = { kind: "proxy", header: "X-Forwarded-Email", secret: SECRET } as const;
  const payments = await runningPayments({ operatorPage: { origin: undefined, people: ["kim@example.com"], wayIn } });
  const paid = await paidOrder(payments);
  const browser = new OperatorsBrowser(payments.origin);
  browser.headers = { "X-Operator-Proxy-Secret": SECRET, "X-Forwarded-Email": "kim@example.com" };
  const { db } = payments.context;
  const { email } = await db.selectFrom("orders").select("email").executeTakeFirstOrThrow();
  const audit = () => db.selectFrom("audit").select(["by", "because", "command", "about", "result"]).execute();
  const path = `/operator/orders/${paid.orderId}`;
  return { ...payments, ...paid, payments, db, browser, email, audit, path };
}

describe("finding an order", () => {
  it("leads to it by its number, its buyer's address and its provider's ids", async () => {
    const { browser, path, orderId, email, attempt, captureId } = await atOrder();
    for (const name of [orderId, email, attempt.reference, captureId]) {
      const found = await browser.submit(await browser.get("/operator"), "/search", { name });
      expect([found.status, found.headers.get("Location")]).toEqual([303, path]);
    }
  });

  it("says so where there is none, and shows all of one buyer", async () => {
    const { browser, db, email, orderId } = await atOrder();
    const home = await browser.get("/operator");
    const none = await browser.submit(home, "/search", { name: "ord_unknown" });
    expect([none.status, none.text]).toEqual([422, expect.stringContaining("No order is known by ord_unknown.")]);
    const row = await db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    const attempt = await db.selectFrom("attempts").selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto("orders")
      .values({ ...row, id: "ord_second" })
      .execute();
    const second = { id: "att_second", order_id: "ord_second", reference: "second", session: "second" };
    await db
      .insertInto("attempts")
      .values({ ...attempt, ...second })
      .execute();
    const several = await browser.submit(home, "/search", { name: email });
    expect(several.text).toContain(orderId);
    expect(several.text).toContain("ord_second");
    expect(several.html).not.toContain(email);
  });
});

describe("an order's page", () => {
  it("tells what is known, with addresses masked until somebody says why", async () => {
    const { browser, path, email, captureId, orderId, audit } = await atOrder();
    const page = await browser.get(path);
    for (const known of ["done", "Captures", captureId, "Letters", "Access", "active, paid until"])
      expect(page.text).toContain(known);
    expect(page.html).not.toContain(email);
    expect((await browser.submit(page, "/show", { because: " " })).status).toBe(422);
    expect(await audit()).toEqual([]);
    const shown = await browser.submit(page, "/show", WHY);
    expect(shown.text).toContain(email);
    expect(await audit()).toEqual([
      { by: "kim@example.com", ...WHY, command: "show", about: orderId, result: "addresses were shown" },
    ]);
    expect((await browser.get(path)).html).not.toContain(email);
  });

  it("gives the evidence for the buyer's bank as a file, once somebody says why", async () => {
    const { browser, path, email, orderId, audit } = await atOrder();
    const page = await browser.get(path);
    expect((await browser.submit(page, "/evidence", { because: " " })).status).toBe(422);
    expect(await audit()).toEqual([]);
    const { status, headers, text } = await browser.submit(page, "/evidence", WHY);
    expect([status, headers.get("Content-Disposition")]).toEqual([
      200,
      expect.stringMatching(`attachment; filename="?evidence-${orderId}-.*\\.html`),
    ]);
    expect(text).toContain(email);
    expect(await audit()).toMatchObject([{ by: "kim@example.com", ...WHY, command: "evidence", about: orderId }]);
  });

  it("is not there for an order that is not", async () => {
    const { browser } = await atOrder();
    expect((await browser.get("/operator/orders/ord_unknown")).status).toBe(422);
    expect((await browser.get("/operator/acts/refund?order=ord_unknown")).status).toBe(422);
  });
});

describe("a refund", () => {
  it("is asked about in words of its currency, and goes once, however often its form is sent", async () => {
    const { browser, path, orderId, amount, currency, audit, payments, db } = await atOrder();
    const question = await browser.submit(await browser.get(path), "/refund");
    const words = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "name" }).format(amount);
    expect(question.text).toContain(`Give back ${words}`);
    expect(question.text).toContain("and end what was bought?");
    const sent = await Promise.all([1, 2, 3].map(() => browser.submit(question, "/refund", WHY)));
    const answers = sent.map(({ status, headers }) => `${status} ${headers.get("Location")}`);
    // Which of the others come while it is under way is for the machine to say.
    expect(answers).toContain(`303 ${path}`);
    expect(answers.filter((answer) => answer !== `303 ${path}` && answer !== "202 null")).toEqual([]);
    expect((await browser.submit(question, "/refund", WHY)).headers.get("Location")).toBe(path);
    expect(await refundsOf(payments)).toMatchObject([{ amount, asked_by: "kim@example.com", reason: "asked by mail" }]);
    expect(await audit()).toEqual([
      {
        by: "kim@example.com",
        ...WHY,
        command: "refund",
        about: orderId,
        result: `${moneyText({ amount, currency })} goes back`,
      },
    ]);
    expect(await db.selectFrom("orders").select("state").executeTakeFirst()).toEqual({ state: "refunded" });
    expect((await browser.get(path)).text).toContain(`refund by kim@example.com because asked by mail`);
  });

  it("of a part leaves what was bought, and is of what was asked about only", async () => {
    const { browser, path, currency, payments, db } = await atOrder();
    const page = await browser.get(path);
    const question = await browser.submit(page, "/refund", { amount: "1.5" });
    expect(question.text).toContain(`Give back ${moneyText({ amount: 1.5, currency })} of`);
    const other = await browser.submit(question, "/refund", { ...WHY, amount: "2.5" });
    expect([other.status, await refundsOf(payments)]).toEqual([409, []]);
    await browser.submit(question, "/refund", WHY);
    expect(await refundsOf(payments)).toMatchObject([{ amount: 1.5 }]);
    expect(await db.selectFrom("orders").select("state").executeTakeFirst()).toEqual({ state: "done" });
    for (const amount of ["0", "-1", "1e9", "1000000", "x"])
      expect((await browser.submit(page, "/refund", { amount })).status).toBe(422);
  });

  it("of a part goes once under one key, also where two presses are looked up before either is done", async () => {
    const { payments, orderId } = await atOrder();
    const wanted = { of: orderId, amount: "1.5", show: false };
    const acts = [await refund(payments.context, wanted), await refund(payments.context, wanted)];
    const asked = { by: "kim@example.com", ...WHY, formKey: crypto.randomUUID() };
    const done = await Promise.allSettled(acts.map((act) => act.run(asked)));
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await refundsOf(payments)).toMatchObject([{ amount: 1.5 }]);
  });

  it("that failed is told as failed, however often its form is sent", async () => {
    const { browser, path, payments, db, captureId } = await atOrder();
    const question = await browser.submit(await browser.get(path), "/refund");
    await db.schema.alterTable("refunds").renameTo("refunds_away").execute();
    expect((await browser.submit(question, "/refund", WHY)).status).toBe(500);
    await db.schema.alterTable("refunds_away").renameTo("refunds").execute();
    const again = await browser.submit(question, "/refund", WHY);
    expect([again.status, again.headers.get("Location")]).toEqual([422, null]);
    expect(again.text).toMatch(/This was sent before, and failed: .*refunds/);
    expect([await refundsOf(payments), payments.provider.givenBackOf(captureId)]).toEqual([[], 0]);
    const asked = await browser.get(again.document.querySelector("main p a")?.getAttribute("href") ?? "");
    expect((await browser.submit(asked, "/refund", WHY)).headers.get("Location")).toBe(path);
  });

  it("is not done by a form of another session or another site", async () => {
    const { browser, path, payments, audit } = await atOrder();
    const question = await browser.submit(await browser.get(path), "/refund");
    const elsewhere = "https://evil.example";
    for (const [fields, headers] of [
      [{ token: "" }, {}],
      [{ token: "another" }, {}],
      [{}, { "Sec-Fetch-Site": "cross-site", Origin: elsewhere }],
      [{}, { "Sec-Fetch-Site": "same-site", Origin: elsewhere }],
      [{}, { "Sec-Fetch-Site": "same-origin", Origin: elsewhere }],
    ] as const)
      expect((await browser.submit(question, "/refund", { ...WHY, ...fields }, headers)).status).toBe(403);
    expect([await refundsOf(payments), await audit()]).toEqual([[], []]);
  });

  it("needs a reason and a key, and no link makes one", async () => {
    const { browser, path, orderId, payments } = await atOrder();
    const question = await browser.submit(await browser.get(path), "/refund");
    expect((await browser.submit(question, "/refund", { because: "" })).status).toBe(422);
    expect((await browser.submit(question, "/refund", { ...WHY, key: "1" })).status).toBe(422);
    await browser.get(`/operator/acts/refund?order=${orderId}&because=x&key=${crypto.randomUUID()}`);
    expect(await refundsOf(payments)).toEqual([]);
  });

  it("that may not be is told, and nothing is done", async () => {
    const { browser, path } = await atOrder();
    const page = await browser.get(path);
    await browser.submit(await browser.submit(page, "/refund"), "/refund", WHY);
    const second = await browser.submit(page, "/refund");
    expect([second.status, second.text]).toEqual([422, expect.stringContaining("nothing to give back")]);
  });
});

it("a wrong amount waits on the first page, is refunded from there, and waits for nobody then", async () => {
  const { browser, payments } = await atOrder();
  const attempt = await ordered(payments);
  const captureId = payments.provider.pay(attempt.id, { ...attempt, amount: 3.21 });
  await ring(payments, { payment: attempt.reference });
  await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "review" });
  const home = await browser.get("/operator");
  expect(home.text).toContain(`3.21 ${attempt.currency} is held by so`);
  const link = home.document.querySelector("a[href*='acts/refund']")?.getAttribute("href") ?? "";
  const question = await browser.get(link);
  expect(question.text).toContain(`Give back 3.21 ${attempt.currency} to`);
  expect((await browser.submit(question, "/refund", WHY)).headers.get("Location")).toContain(attempt.order_id);
  await expect.poll(() => payments.provider.givenBackOf(captureId)).toBe(3.21);
  expect((await browser.get("/operator")).text).toContain("Nothing waits for you.");
});

it("what is asked about is the order that is acted on, whatever other order the address names", async () => {
  const { browser, payments, db, orderId, path } = await atOrder();
  const other = await paidOrder(payments);
  await refundPartly(
    payments.context,
    orderId,
    { amount: 1, currency: other.currency },
    { by: "Kim", reason: "asked" },
  );
  await expect.poll(async () => (await refundsOf(payments)).map(({ state }) => state)).toEqual(["done"]);
  await db.updateTable("refunds").set({ state: "failed" }).execute();
  const [{ id = "" } = {}] = await refundsOf(payments);
  const question = await browser.get(`/operator/acts/again?about=${id}&order=${other.orderId}`);
  expect(question.text).toContain(orderId);
  expect(question.html).not.toContain(other.orderId);
  const sent = await browser.submit(question, "/again", { ...WHY, order: other.orderId });
  expect(sent.headers.get("Location")).toBe(path);
  await deriveEvents(payments.context);
  const account = await browser.get(`/operator/acts/replay?about=100002&order=${other.orderId}`);
  expect([account.status, account.html]).toEqual([200, expect.not.stringContaining(other.orderId)]);
});

it("end stops the renewals, resend sends the receipt once more, and replay tells the VPN again", async () => {
  const { browser, path, payments, db, audit } = await atOrder();
  await deriveEvents(payments.context);
  const page = await browser.get(path);
  for (const act of ["/end", "/resend", "/replay"])
    expect((await browser.submit(await browser.submit(page, act), act, WHY)).status).toBe(303);
  const { id: about } = await db.selectFrom("entitlement_events").select("id").executeTakeFirstOrThrow();
  await db.updateTable("entitlement_events").set({ state: "failed" }).execute();
  await browser.submit(await browser.submit(page, "/replay", { about }), "/replay", WHY);
  expect((await audit()).map(({ command, result }) => [command, result])).toEqual([
    ["end", expect.stringContaining("ending, until")],
    ["resend receipt", expect.stringContaining("***@example.com")],
    ["replay", "how the account stands at present is sent"],
    ["replay", "the event is sent again, as it was"],
  ]);
  const receipts = await db.selectFrom("mails").select("id").where("kind", "=", "receipt").execute();
  expect(receipts).toHaveLength(2);
});

it("what waits for a person is on the first page, and leads to its order", async () => {
  const { browser, db, orderId, captureId, attempt, now } = await atOrder();
  expect((await browser.get("/operator")).text).toContain("Nothing waits for you.");
  const [amount, currency] = [1.5, "USD"];
  const about = { driver: "so", order_id: orderId, capture_id: captureId, amount, currency };
  await db
    .insertInto("refunds")
    .values({
      ...about,
      id: "r1",
      key: "r1",
      reason: "x",
      asked_by: null,
      state: "failed",
      noted_at: 1,
      next_try_at: 0,
      refund_id: null,
      problem: "no balance",
      done_at: null,
    })
    .execute();
  await db
    .insertInto("disputes")
    .values({
      ...about,
      id: "d1",
      state: "open",
      reason: "fraudulent",
      evidence_by: Date.UTC(2026, 11, 24),
      noted_at: 1,
      paused_until: null,
    })
    .execute();
  await db
    .updateTable("attempts")
    .set({ state: "processing", created_at: now() - 7_200_000 })
    .where("id", "=", attempt.id)
    .execute();
  const home = await browser.get("/operator");
  for (const text of ["no balance", "fraudulent", "2026-12-24 00:00:00 UTC", "has not said whether it was paid"])
    expect(home.text).toContain(text);
  expect(home.html).toContain(`href="/operator/orders/${orderId}"`);
  const again = await browser.get(home.document.querySelector("a[href*='acts/again']")?.getAttribute("href") ?? "");
  expect(again.text).toContain("Try again to give back 1.50 USD");
  expect((await browser.submit(again, "/again", WHY)).headers.get("Location")).toBe(`/operator/orders/${orderId}`);
  const tried = await db.selectFrom("refunds").select("state").where("id", "=", "r1").executeTakeFirst();
  expect(tried).toEqual({ state: "replaced" });
});
