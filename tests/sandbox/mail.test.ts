import { describe, expect, it, onTestFinished, vi } from "vitest";
import { anonymousSignup } from "~/upstream/contract/visitor";
import { ask, type Target } from "../../tools/contract/client";
import { result } from "./buyer";
import { startMailServer } from "./mail-server";
import { takeBack } from "./older-database";
import { mailTo, paidOrder } from "./paid";
import { runningSandbox, SITE } from "./running-sandbox";
import { needsFile, openDatabaseOf } from "./shared-database";

/** Mail leaves in rounds; a busy machine makes them slow. */
const PATIENCE_MS = 60_000;

const from = "VPN <receipts@example.com>";

describe("the receipt of a paid order", () => {
  it("is in the mailbox on the control page, once, however often the order is asked about", async () => {
    const target = await runningSandbox();
    const paid = await paidOrder(target);
    await Promise.all([result(target, paid), result(target, paid)]);
    const [letter, ...others] = await mailTo(target, paid.email.toUpperCase());
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ to: paid.email, subject: "Your receipt from Vela VPN" });
    for (const word of ["INV-000001", paid.orderId, "$11.99", "1 month", `${SITE}/receipts`, `${SITE}/cancel`])
      for (const part of [letter?.text, letter?.html]) expect(part).toContain(word);
  });

  it("is in the language of its order, and so are the pages it leads to", async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target, { language: "de", country_code: "DE", currency: "EUR" });
    const [letter] = await mailTo(target, email);
    expect(letter?.html).toContain('<html lang="de" dir="ltr">');
    for (const word of ["11,99\u00a0€", `${SITE}/de/receipts`]) expect(letter?.text).toContain(word);
  });

  it("in a language that nobody speaks is in English", async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target, { language: "../x" });
    expect((await mailTo(target, email))[0]?.subject).toBe("Your receipt from Vela VPN");
  });

  it("can be read there", async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target);
    const list = await (await fetch(`${target.base}/control/mailbox?to=${encodeURIComponent(email)}`)).text();
    const [, address = ""] = /href="(\/control\/mailbox\/\d+)"/.exec(list) ?? [];
    const page = await (await fetch(target.base + address)).text();
    expect(page).toContain("Thank you for your order");
    expect(page).toContain(`href="${address}/html"`);
    const letter = await fetch(`${target.base}${address}/html`);
    expect(letter.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none';.* sandbox$/);
    expect(await letter.text()).toContain("<h1");
    expect((await fetch(`${target.base}/control/mailbox/999/html`)).status).toBe(404);
  });

  it("goes to a mail server, where there is one, once", async () => {
    const { url, received } = await startMailServer();
    const target = await runningSandbox({ mailServer: { url, from } });
    const { email } = await paidOrder(target);
    await vi.waitFor(
      async () => expect(await mailTo(target, email)).toMatchObject([{ state: "sent", tries: 1 }]),
      PATIENCE_MS,
    );
    expect(received).toMatchObject([{ to: [email] }]);
    expect(received[0]?.raw).toMatch(/^From: VPN <receipts@example.com>/m);
    for (const type of ["multipart/alternative", "text/plain", "text/html"])
      expect(received[0]?.raw).toContain(`Content-Type: ${type}`);
  });
});

describe("a mail server", () => {
  it("that is busy is asked again later, and the page says why", async () => {
    const { url, received } = await startMailServer([{ code: 451, text: "Busy, try later" }]);
    const target = await runningSandbox({ mailServer: { url, from } });
    const { email } = await paidOrder(target);
    const busy = { state: "queued", tries: 1, problem: expect.stringContaining("Busy, try later") };
    await vi.waitFor(async () => expect(await mailTo(target, email)).toMatchObject([busy]), PATIENCE_MS);
    target.pass(600);
    const sent = { state: "sent", tries: 2, problem: null };
    await vi.waitFor(async () => expect(await mailTo(target, email)).toMatchObject([sent]), PATIENCE_MS);
    expect(received).toHaveLength(1);
  });

  it("that is busy for two days is asked still, and no more after three", async () => {
    const { url } = await startMailServer(Array.from({ length: 10 }, () => ({ code: 451, text: "Busy, try later" })));
    const target = await runningSandbox({ mailServer: { url, from } });
    const { email } = await paidOrder(target);
    const shows = (mail: object) =>
      vi.waitFor(async () => expect(await mailTo(target, email)).toMatchObject([mail]), PATIENCE_MS);
    const triesOf = async () => Number((await mailTo(target, email))[0]?.tries);
    await shows({ state: "queued", problem: expect.stringContaining("Busy, try later") });
    const before = await triesOf();
    target.pass(2 * 86_400);
    await vi.waitFor(async () => expect(await triesOf()).toBeGreaterThan(before), PATIENCE_MS);
    await shows({ state: "queued" });
    target.pass(86_400);
    await shows({ state: "failed" });
  });

  it("that refuses a mail for good is not asked again", async () => {
    const { url, received } = await startMailServer([{ code: 550, text: "No such mailbox" }]);
    const target = await runningSandbox({ mailServer: { url, from } });
    const { email } = await paidOrder(target);
    const failed = { state: "failed", tries: 1, problem: expect.stringContaining("No such mailbox") };
    await vi.waitFor(async () => expect(await mailTo(target, email)).toMatchObject([failed]), PATIENCE_MS);
    target.pass(86_400);
    const other = await paidOrder(target);
    await vi.waitFor(() => expect(received.map(({ to }) => to)).toEqual([[other.email]]), PATIENCE_MS);
  });

  it("that is not there keeps nobody from buying", async () => {
    const target = await runningSandbox({ mailServer: { url: "smtp://127.0.0.1:1", from } });
    const paid = await paidOrder(target);
    expect(await result(target, paid)).toMatchObject({ status: "success" });
    const unsent = { state: "queued", problem: expect.stringContaining("ECONNREFUSED") };
    await vi.waitFor(async () => expect(await mailTo(target, paid.email)).toMatchObject([unsent]), PATIENCE_MS);
  });
});

it("mails from before they had HTML stay readable, and links mailed then still count", needsFile, async () => {
  const before = await runningSandbox();
  const { email } = await paidOrder(before);
  const askForLink = (target: Target) =>
    ask(target, anonymousSignup, { body: { email, recasign: "nojs.attempt.signature" } });
  for (let n = 0; n < 3; n += 1) await askForLink(before);
  await before.sandbox.close();
  takeBack(before.dataDir, "010-letters");
  const after = await runningSandbox({ dataDir: before.dataDir });
  await askForLink(after);
  const letters = await mailTo(after, email);
  expect(letters.map(({ html }) => html)).toEqual([null, null, null, null]);
  expect(letters.at(-1)?.text).toContain("INV-000001");
});

it("the mailbox keeps the newest 500", async () => {
  const target = await runningSandbox();
  const first = await paidOrder(target);
  await vi.waitFor(
    async () => expect(await mailTo(target, first.email)).toMatchObject([{ state: "kept" }]),
    PATIENCE_MS,
  );
  const db = await openDatabaseOf(target.dataDir);
  onTestFinished(() => db.destroy());
  const letter = { recipient: "many@example.com", subject: "One of many", body: "" };
  const many = Array.from({ length: 600 }, () => ({
    ...letter,
    written_at: 0,
    state: "kept" as const,
    next_try_at: 0,
  }));
  await db.insertInto("mails").values(many).execute();
  const last = await paidOrder(target);
  expect(await mailTo(target, first.email)).toEqual([]);
  expect(await mailTo(target, last.email)).toHaveLength(1);
  const { count } = await db
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(500);
});
