import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { isFull } from "../setup/effort";
import { chargesOf, choose, historiesOf, type Ordered, order, result } from "./buyer";
import { SITE, temporaryFolder } from "./running-sandbox";
import { type SandboxProcess, startSandboxProcess } from "./sandbox-process";

const ROUNDS = isFull ? 8 : 2;
const BUYERS = 6;

interface Answered {
  ordered: Ordered[];
  paid: Ordered[];
}

async function startFor(dataDir: string): Promise<SandboxProcess> {
  const started = await startSandboxProcess(dataDir);
  onTestFinished(() => started.kill());
  return started;
}

/** Buys and pays until the sandbox is gone, noting only what was answered. */
async function buyUntilGone(base: string, answered: Answered): Promise<void> {
  const target = { base, site: SITE };
  for (;;) {
    const ordered = await order(target);
    answered.ordered.push(ordered);
    const { status } = await choose(ordered.page, "approve");
    if (status === 303) answered.paid.push(ordered);
  }
}

async function untilPaid(answered: Answered, count: number): Promise<void> {
  while (answered.paid.length < count) await setImmediate();
}

it("nothing that was answered is lost when the sandbox is killed, and nobody is charged or converted twice", async () => {
  const dataDir = await temporaryFolder();
  const answered: Answered = { ordered: [], paid: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { base, kill } = await startFor(dataDir);
    const buyers = Array.from({ length: BUYERS }, () => buyUntilGone(base, answered));
    const gone = Promise.allSettled(buyers);
    await untilPaid(answered, round * 10);
    await kill();
    await gone;
  }
  const { base } = await startFor(dataDir);
  const target = { base, site: SITE };
  for (const ordered of answered.ordered) expect((await result(target, ordered)).order_id).toBe(ordered.orderId);
  for (const paid of answered.paid) {
    expect(await result(target, paid)).toMatchObject({ status: "success" });
    expect(await chargesOf(target, paid.email)).toEqual(["kept"]);
    expect(await historiesOf(target, paid.email)).toMatchObject([{ conversions: [{ network: null }] }]);
  }
}, 300_000);
