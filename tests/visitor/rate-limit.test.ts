import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import {
  countSending,
  forgetSendings,
  type Limited,
  type Sender,
  senderOf,
  slowDown,
} from "~/visitor/bot-check/rate-limit.server";
import { makeVisitor } from "./visitors";

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

it("whoever pays too often is never turned away: they wait for two seconds", async () => {
  vi.useFakeTimers();
  const buyer = senderOf(makeVisitor(), "attempt-1", "buyer@example.com");
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
  await expect(slowDown("pay", senderOf(makeVisitor(), "attempt-1", "buyer@example.com"))).resolves.toBeUndefined();
});

it("a visitor of an app is told apart by their session, anybody else by their form", () => {
  const session = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "t", sign: "s" };
  expect(senderOf(makeVisitor({ session }), "attempt-1", "a@example.com").session).toBe("42");
  expect(senderOf(makeVisitor(), "attempt-1", "a@example.com")).toEqual({
    address: "192.0.2.1",
    session: "attempt-1",
    email: "a@example.com",
  });
});
