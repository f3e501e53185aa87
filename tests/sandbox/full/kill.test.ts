import { expect, it, onTestFinished, vi } from "vitest";
import { chargesOf, choose, historiesOf, type Ordered, order, result } from "../buyer";
import { startMailServer } from "../mail-server";
import { mailTo } from "../paid";
import { SITE, temporaryFolder } from "../running-sandbox";
import { type SandboxProcess, startSandboxProcess } from "../sandbox-process";
import { control, mailsTo, recordsOf, type Subscriber, subscriber } from "../subscriber";

const ROUNDS = 8;
const BUYERS = 6;
/** Many times what a mail takes, with the half minute after which one that was being handed over is offered again. */
const PATIENCE_MS = 60_000;

interface Answered {
  ordered: Ordered[];
  paid: Ordered[];
}

async function startFor(dataDir: string, variables: Record<string, string> = {}): Promise<SandboxProcess> {
  const started = await startSandboxProcess(dataDir, variables);
  onTestFinished(() => started.kill());
  return started;
}

/** Buys and pays until the sandbox is gone, noting only what was answered. @throws what the sandbox said, or that it says nothing */
async function buyUntilGone(base: string, { ordered, paid }: Answered, noted: () => void): Promise<never> {
  const target = { base, site: SITE };
  for (;;) {
    const one = await order(target);
    ordered.push(one);
    const { status, text } = await choose(one.page, "approve");
    if (status !== 303) throw new Error(`paying was answered with ${status}: ${text}`);
    paid.push(one);
    noted();
  }
}

/** Several buy side by side, until so many have paid in all and the sandbox is killed. @throws what kept one of them from buying before */
async function killAmongBuyers({ base, kill }: SandboxProcess, answered: Answered, count: number): Promise<void> {
  const buyers: Promise<never>[] = [];
  const enough = new Promise<void>((resolve) => {
    const noted = () => answered.paid.length >= count && resolve();
    buyers.push(...Array.from({ length: BUYERS }, () => buyUntilGone(base, answered, noted)));
  });
  await Promise.race([enough, ...buyers]);
  await kill();
  await Promise.allSettled(buyers);
}

it("a renewal is charged once, though the sandbox is killed while it is asked for again and again", async () => {
  const dataDir = await temporaryFolder();
  let owner: Subscriber | undefined;
  for (let period = 2; period <= ROUNDS + 1; period += 1) {
    const { base, kill } = await startFor(dataDir);
    const target = { base, site: SITE };
    owner ??= await subscriber(target);
    const { id } = owner;
    const all = Array.from({ length: 20 }, () => control(target, id, "renew", { period }));
    const gone = Promise.allSettled(all);
    await Promise.any(all);
    await kill();
    await gone;
  }
  const { base } = await startFor(dataDir);
  const email = owner?.email ?? "";
  const [record] = await recordsOf({ base, site: SITE }, email);
  expect(record?.charges.map(({ period }) => period)).toEqual(Array.from({ length: ROUNDS }, (_, at) => at + 2));
  expect(await mailsTo({ base, site: SITE }, { email }, "Your receipt")).toBe(ROUNDS + 1);
});

it("nothing that was answered is lost when the sandbox is killed, and nobody is charged or converted twice", async () => {
  const dataDir = await temporaryFolder();
  const answered: Answered = { ordered: [], paid: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    await killAmongBuyers(await startFor(dataDir), answered, round * 10);
  }
  const { base } = await startFor(dataDir);
  const target = { base, site: SITE };
  for (const ordered of answered.ordered) expect((await result(target, ordered)).order_id).toBe(ordered.orderId);
  for (const paid of answered.paid) {
    expect(await result(target, paid)).toMatchObject({ status: "success" });
    expect(await chargesOf(target, paid.email)).toEqual(["kept"]);
    expect(await historiesOf(target, paid.email)).toMatchObject([{ conversions: [{ network: null }] }]);
  }
});

it("no receipt is lost or written twice when the sandbox is killed", async () => {
  const { url, received } = await startMailServer();
  const dataDir = await temporaryFolder();
  const paid: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { base, kill } = await startFor(dataDir, { SMTP_URL: url });
    const target = { base, site: SITE };
    const orders = await Promise.all([order(target), order(target), order(target)]);
    await Promise.all(orders.map(({ page }) => choose(page, "approve")));
    paid.push(...orders.map(({ email }) => email));
    await kill();
  }
  const { base } = await startFor(dataDir, { SMTP_URL: url });
  const target = { base, site: SITE };
  for (const email of paid)
    await vi.waitFor(async () => expect(await mailTo(target, email)).toMatchObject([{ state: "sent" }]), PATIENCE_MS);
  // A server that took a mail just before the end is offered it again, under the same id.
  const ids = new Set(received.map(({ messageId }) => messageId));
  expect(ids.size).toBe(paid.length);
});
