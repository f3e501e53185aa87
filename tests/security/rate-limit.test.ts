import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { limitGuesses } from "~/security/limits/guess-limit.server";
import {
  countForm,
  countSending,
  forgetSendings,
  type Limited,
  type Sender,
  senderOf,
  slowDown,
} from "~/security/limits/rate-limit.server";
import { makeVisitor } from "../visitor/visitors";

afterEach(() => {
  forgetSendings();
  vi.useRealTimers();
});

/** What the last of so many sendings is told. */
async function last(times: number, what: Limited, sender: (n: number) => Sender): Promise<number | undefined> {
  let told: number | undefined;
  for (let n = 0; n < times; n += 1) told = await countSending(what, sender(n));
  return told;
}

it.each([
  ["address", 30, (n: number) => ({ address: "192.0.2.1", email: `${n}@example.com` })],
  ["session", 10, () => ({ session: "42" })],
  ["e-mail address", 5, (n: number) => ({ session: `${n}`, email: "member@example.com" })],
])("of one %s %i sign-ups are taken, and the next one is told when to come back", async (_, most, sender) => {
  expect(await last(most, "signUp", sender)).toBeUndefined();
  const wait = await countSending("signUp", sender(most));
  expect(wait).toBeGreaterThan(590);
  expect(wait).toBeLessThanOrEqual(600);
});

it("after the time it was told a sender is welcome again", async () => {
  vi.useFakeTimers();
  const wait = (await last(11, "signUp", () => ({ session: "42" }))) ?? 0;
  vi.advanceTimersByTime((wait - 1) * 1000);
  expect(await countSending("signUp", { session: "42" })).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(await countSending("signUp", { session: "42" })).toBeUndefined();
});

it("what one thing counts, another does not", async () => {
  await last(6, "signUp", () => ({ email: "member@example.com" }));
  expect(await countSending("sendInvoice", { email: "member@example.com" })).toBeUndefined();
});

it("a sender nothing is known of is not counted", async () => {
  expect(await last(100, "signUp", () => ({}))).toBeUndefined();
});

it("the addresses of one IPv6 network count as one, however they are written", async () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
  const host = fc.oneof(
    fc.tuple(group, group, group, group).map((groups) => `2001:db8:7:0:${groups.join(":")}`),
    group.map((end) => `2001:db8:7::${end}`),
  );
  const addresses = fc.sample(host, 31);
  expect(await last(31, "signUp", (n) => ({ address: addresses[n] }))).toBeDefined();
  expect(await countSending("signUp", { address: "2001:db8:8::1" })).toBeUndefined();
});

const inHex = (n: number) => n.toString(16);

it.each([
  ["256 households of a provider's customer", 4 * 30, (n: number) => `2001:db8:7:a${inHex(n).padStart(2, "0")}::1`],
  ["the households of an office", 16 * 30, (n: number) => `2001:db8:7:${inHex(n)}00::1`],
])("%s have more than one of them, and not without end", async (_, most, address) => {
  expect(await last(Math.min(most, 255), "signUp", (n) => ({ address: address(n) }))).toBe(undefined);
  expect(await last(most, "signUp", (n) => ({ address: address(n % 256) }))).toBeDefined();
});

it("a household over its allowance uses up nothing of its neighbours'", async () => {
  await last(2_000, "signUp", () => ({ address: "2001:db8:7:1::1" }));
  expect(await countSending("signUp", { address: "2001:db8:7:2::1" })).toBeUndefined();
  expect(await countSending("signUp", { address: "2001:db8:7:ff00::1" })).toBeUndefined();
});

it("an office over its allowance leaves nothing more in memory, from however many households it sends", async () => {
  vi.useFakeTimers();
  // Spread over all its customers, so that none of them is over.
  const household = (n: number) => ({ address: `2001:db8:7:${inHex((n % 256) * 256 + Math.floor(n / 256))}::1` });
  await last(16 * 30, "signUp", household);
  const remembered = vi.getTimerCount();
  expect(remembered).toBeGreaterThan(16 * 30);
  await last(500, "signUp", (n) => household(512 + n));
  expect(vi.getTimerCount()).toBe(remembered);
});

it("whoever pays too often is never turned away: they wait for two seconds", async () => {
  vi.useFakeTimers();
  const buyer = senderOf(makeVisitor(), "buyer@example.com");
  await last(10, "pay", () => buyer);
  let isOver = false;
  slowDown("pay", buyer).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
});

it("within the limits nobody waits", async () => {
  await expect(slowDown("pay", senderOf(makeVisitor(), "buyer@example.com"))).resolves.toBeUndefined();
});

it("a visitor is told apart by their browser, not by the account that a link names", () => {
  const session = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "t", sign: "s" };
  expect(senderOf(makeVisitor({ session }), "a@example.com")).toEqual({
    address: "192.0.2.1",
    session: "browser-1",
    email: "a@example.com",
  });
});

it.each(["signUp", "freeOrder"] as const)(
  "nobody elsewhere can use up what an e-mail address has (%s)",
  async (what) => {
    await last(50, what, (n) => ({ address: `192.0.2.${n}`, session: `${n}`, email: "victim@example.com" }));
    await last(50, what, () => ({ address: "198.51.100.1", session: "attacker", email: "victim@example.com" }));
    expect(await countSending(what, { address: "203.0.113.9", session: "victim", email: "victim@example.com" })).toBe(
      undefined,
    );
  },
);

it("letters to one mailbox are counted wherever they are asked for", async () => {
  const sender = (n: number) => ({ address: `192.0.2.${n}`, session: `${n}`, email: "mailbox@example.com" });
  expect(await last(10, "sendInvoice", sender)).toBeUndefined();
  expect(await countSending("sendInvoice", sender(11))).toBeDefined();
});

it("one mailbox counts as one, however it is spelled", async () => {
  const spelled = ["once@gmail.com", "o.n.c.e@gmail.com", "Once+1@gmail.com", "on.ce@googlemail.com"];
  expect(await last(4, "freeOrder", (n) => ({ session: `${n}`, email: spelled[n] ?? "" }))).toBeDefined();
});

it.each(["::ffff:192.0.2.7", "::FFFF:c000:207", "0:0:0:0:0:ffff:192.0.2.7"])(
  "%s is the IPv4 address it stands for, and no other",
  async (mapped) => {
    await last(30, "signUp", () => ({ address: mapped }));
    expect(await countSending("signUp", { address: "192.0.2.7" })).toBeDefined();
    expect(await countSending("signUp", { address: "::ffff:192.0.2.8" })).toBeUndefined();
  },
);

it("a form that was welcome stays so, and any other of the same browser is told to wait", async () => {
  const sender = { address: "192.0.2.1", session: "browser-1", email: "a@example.com" };
  for (let n = 0; n < 3; n += 1) expect(await countForm("freeOrder", sender, `attempt-${n}`)).toBeUndefined();
  for (let n = 0; n < 3; n += 1) expect(await countForm("freeOrder", sender, "attempt-3")).toBeDefined();
  for (let n = 0; n < 3; n += 1) expect(await countForm("freeOrder", sender, `attempt-${n}`)).toBeUndefined();
});

it("a form sent many times at once is counted once", async () => {
  const sender = { address: "192.0.2.1", session: "browser-1", email: "a@example.com" };
  const sent = Array.from({ length: 50 }, () => countForm("freeOrder", sender, "attempt"));
  expect(await Promise.all(sent)).toEqual(sent.map(() => undefined));
  for (let n = 0; n < 2; n += 1) expect(await countForm("freeOrder", sender, `attempt-${n}`)).toBeUndefined();
  expect(await countForm("freeOrder", sender, "attempt-2")).toBeDefined();
});

/** Guesses of one browser, or each of another one, at the same address. */
function guessing(isWrong: boolean) {
  let asked = 0;
  const guess = (sender: Sender) =>
    limitGuesses(
      "wrongCoupon",
      sender,
      async () => {
        asked += 1;
        return "an answer";
      },
      () => isWrong,
    );
  return { guess, asked: () => asked };
}

it("a browser is answered ten wrong guesses, one after another or all at once", async () => {
  const { guess, asked } = guessing(true);
  await Promise.all(Array.from({ length: 25 }, () => guess({ session: "browser-1" })));
  for (let n = 0; n < 25; n += 1) expect(await guess({ session: "browser-1" })).toBeUndefined();
  expect(asked()).toBe(10);
  expect(await guess({ session: "browser-2" })).toBe("an answer");
});

it("right guesses count against nobody", async () => {
  const { guess, asked } = guessing(false);
  for (let n = 0; n < 100; n += 1) await guess({ address: "192.0.2.1", session: "browser-1" });
  expect(asked()).toBe(100);
});

it("a network of many browsers waits for two seconds each time, five at a time", async () => {
  vi.useFakeTimers();
  const { guess, asked } = guessing(true);
  const sender = (n: number) => ({ address: "192.0.2.1", session: `browser-${n}` });
  for (let n = 0; n < 30; n += 1) await guess(sender(n));
  expect(asked()).toBe(30);
  const answers = Promise.all(Array.from({ length: 60 }, (_, n) => guess(sender(100 + n))));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked()).toBe(30);
  await vi.advanceTimersByTimeAsync(1);
  expect((await answers).filter((answer) => answer !== undefined)).toHaveLength(5);
  const later = guess(sender(200));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await later).toBe("an answer");
});

it("of all the households of one office's network five wait at a time", async () => {
  vi.useFakeTimers();
  const { guess, asked } = guessing(true);
  const household = (n: number) => `2001:db8:7:${((n >> 2) * 0x100 + (n & 3)).toString(16)}::1`;
  const sender = (n: number, address: string) => ({ address, session: `browser-${n}` });
  for (let n = 0; n < 480; n += 1) await guess(sender(n, household(n % 16)));
  expect(asked()).toBe(480);
  const answers = Promise.all(Array.from({ length: 20 }, (_, n) => guess(sender(500 + n, household(20 + n)))));
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await answers).filter((answer) => answer !== undefined)).toHaveLength(5);
});

it("what is over is forgotten", async () => {
  vi.useFakeTimers();
  const { guess } = guessing(true);
  for (let n = 0; n < 11; n += 1) await guess({ session: "browser-1" });
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(await guess({ session: "browser-1" })).toBe("an answer");
});
