import fc from "fast-check";
import { expect, it } from "vitest";
import type { MailRow } from "../../../payments/mail/tables";
import { backoff, workQueue } from "../../../payments/work-queue";
import { CLAIM_MS, MAILS, type Outcome, processes } from "./processes";

const SENT: Outcome = { state: "sent" };

it("processes that work at the same time share the rows: each is worked once", async () => {
  const all = await processes(3);
  const ids = await all.enqueue(Array.from({ length: 20 }, () => 0));
  const worked: number[] = [];
  const queue = { ...MAILS, atOnce: 4, batches: 100 };
  const work = async ({ id }: MailRow) => {
    worked.push(id);
    return SENT;
  };
  await Promise.all([0, 1, 2].map((process) => workQueue(all.of(process), queue, work)));
  expect(worked.toSorted((a, b) => a - b)).toEqual(ids);
  expect(await all.rows()).toEqual(ids.map((id) => expect.objectContaining({ id, state: "sent", tries: 1 })));
});

it("a row is claimed before its work begins, and nobody else has it for as long as that may take", async () => {
  const all = await processes(2);
  await all.enqueue([0]);
  const held = await all.hold(0);
  expect(await all.rows()).toMatchObject([{ state: "queued", tries: 1, next_try_at: all.now + CLAIM_MS }]);
  all.now += CLAIM_MS - 1;
  expect(await all.hold(1)).toBeUndefined();
  await held?.end(SENT);
  expect(await all.rows()).toMatchObject([{ state: "sent", tries: 1 }]);
});

it("the row of a process that was killed comes back after its claim", async () => {
  const all = await processes(2);
  const [id] = await all.enqueue([0]);
  await all.hold(0);
  all.now += CLAIM_MS;
  const held = await all.hold(1);
  expect(held?.row).toMatchObject({ id, tries: 2 });
});

it("whoever took too long notes nothing, whether the row is being worked again or was", async () => {
  const all = await processes(3);
  await all.enqueue([0]);
  const late = await all.hold(0);
  all.now += CLAIM_MS;
  const second = await all.hold(1);
  await late?.end({ state: "failed", problem: "late" });
  expect(await all.rows()).toMatchObject([{ state: "queued", problem: null }]);
  all.now += CLAIM_MS;
  const third = await all.hold(2);
  await third?.end({ problem: "again", next_try_at: all.now + 1 });
  await second?.end({ state: "failed", problem: "late" });
  expect(await all.rows()).toMatchObject([{ state: "queued", problem: "again", next_try_at: all.now + 1, tries: 3 }]);
});

it("what somebody has settled by hand meanwhile stays so", async () => {
  const all = await processes(1);
  await all.enqueue([0]);
  const held = await all.hold(0);
  await all.of(0).db.updateTable("mails").set({ state: "kept" }).execute();
  await held?.end({ state: "failed" });
  expect(await all.rows()).toMatchObject([{ state: "kept" }]);
});

it("a row whose work notes nothing, or fails, waits until its claim is over", async () => {
  const all = await processes(1);
  await all.enqueue([0, 1]);
  const broken = workQueue(all.of(0), MAILS, async () => Promise.reject(new Error("broken")));
  await expect(broken).rejects.toThrow("broken");
  const held = await all.hold(0);
  await held?.end(undefined);
  const waiting = { state: "queued", tries: 1, next_try_at: all.now + CLAIM_MS };
  expect(await all.rows()).toMatchObject([waiting, waiting]);
});

it("a row whose work fails takes nothing from those that are worked beside it, and ends the round after them", async () => {
  const all = await processes(1);
  const [broken, , third] = await all.enqueue([0, 1, 2]);
  // A row beside it takes longer.
  const work = async ({ id }: MailRow) => {
    if (id === broken) throw new Error("broken");
    await all.rows();
    return SENT;
  };
  await expect(workQueue(all.of(0), { ...MAILS, atOnce: 2, batches: 10 }, work)).rejects.toThrow("broken");
  expect(await all.rows()).toMatchObject([{ state: "queued" }, { state: "sent" }, { id: third, tries: 0 }]);
});

it("a process that is to end finishes the batch in hand, and begins no other", async () => {
  const all = await processes(1);
  await all.enqueue([0, 1, 2, 3]);
  const work = async () => {
    all.stop.abort();
    return SENT;
  };
  await workQueue(all.of(0), { ...MAILS, atOnce: 2, batches: 10 }, work);
  await workQueue(all.of(0), { ...MAILS, atOnce: 2, batches: 10 }, work);
  const states = (await all.rows()).map(({ state }) => state);
  expect(states).toEqual(["sent", "sent", "queued", "queued"]);
});

it("what was due first comes first, so many at the same time and in a round, and nothing before it is due", async () => {
  const all = await processes(1);
  const [later, first, second, third] = await all.enqueue([all.now + 1, 10, 20, 30]);
  const batches: number[][] = [[]];
  const work = async ({ id }: MailRow) => {
    batches.at(-1)?.push(id);
    return SENT;
  };
  const next = () => batches.push([]) > 0;
  await workQueue(all.of(0), { ...MAILS, atOnce: 2, batches: 1 }, work, next);
  expect(batches).toEqual([[first, second]]);
  await workQueue(all.of(0), { ...MAILS, atOnce: 2, batches: 10 }, work, next);
  expect(batches).toEqual([[first, second, third], []]);
  expect((await all.rows()).filter(({ state }) => state === "queued")).toMatchObject([{ id: later, tries: 0 }]);
});

it("a round ends after a batch where whoever works it says so", async () => {
  const all = await processes(1);
  await all.enqueue([0, 0, 0]);
  await workQueue(
    all.of(0),
    { ...MAILS, batches: 10 },
    async () => SENT,
    () => false,
  );
  expect((await all.rows()).filter(({ state }) => state === "sent")).toHaveLength(1);
});

it("waits become twice as long each time, from the first to the longest", () => {
  const positive = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(positive, positive, fc.integer({ min: 1, max: 5_000 }), (first, more, tries) => {
      const longest = first + more;
      const waitAfter = backoff(first, longest);
      expect(waitAfter(1)).toBe(first);
      expect(waitAfter(tries + 1)).toBe(Math.min(2 * waitAfter(tries), longest));
    }),
  );
});
