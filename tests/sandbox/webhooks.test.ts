import { describe, expect, it } from "vitest";
import { deliveriesOf } from "../../sandbox/providers/reports/webhooks";
import { choose, historiesOf, type Ordered, order, result, setUp } from "./buyer";
import { type Running, runningSandbox } from "./running-sandbox";

/** Looked at on the control page, which asks no provider. */
async function historyOf(target: Running, { email }: Ordered) {
  const [history] = await historiesOf(target, email);
  if (!history) throw new Error("the order has no history");
  return history;
}

const typesIn = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type);

describe("webhooks that never come", () => {
  it("leave a paid order waiting until the provider is asked, which settles it", async () => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "never" });
    const ordered = await order(target);
    await choose(ordered.page, "approve");
    expect(await historyOf(target, ordered)).toMatchObject({ state: "paying", charges: [] });
    expect(await result(target, ordered)).toMatchObject({ status: "success", money_taken: "yes" });
    expect(await historyOf(target, ordered)).toMatchObject({ state: "done", charges: [{ state: "kept" }] });
  });

  it("do not let the buyer pay twice on the provider's page", async () => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "never" });
    const ordered = await order(target);
    const { location } = await choose(ordered.page, "approve");
    expect(new URL(location).searchParams.get("status")).toBe("approved");
    expect(await (await fetch(ordered.page)).text()).toContain("already settled");
    await choose(ordered.page, "decline");
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
  });

  it("do not let a paid order expire", async () => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "never" });
    const ordered = await order(target);
    await choose(ordered.page, "approve");
    target.pass(1801);
    expect(await historyOf(target, ordered)).toMatchObject({ state: "done", charges: [{ state: "kept" }] });
  });

  it.each(["pending", "cancel_then_charge"])("do not lose money that came later (%s)", async (outcome) => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "never" });
    const ordered = await order(target);
    await choose(ordered.page, outcome, { seconds: "60" });
    target.pass(1801);
    expect(await historyOf(target, ordered)).toMatchObject({ state: "done", charges: [{ state: "kept" }] });
  });

  it("still find a challenge passed", async () => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "never" });
    const ordered = await order(target);
    await choose(ordered.page, "challenge");
    await choose(ordered.page, "pass");
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
  });
});

describe("late webhooks", () => {
  it("settle the order when they come, though nobody asks", async () => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "late", webhooks_late_seconds: "60" });
    const ordered = await order(target);
    await choose(ordered.page, "approve");
    expect(await historyOf(target, ordered)).toMatchObject({ state: "paying" });
    target.pass(60);
    expect(await historyOf(target, ordered)).toMatchObject({ state: "done" });
  });

  it("change nothing once the provider has been asked", async () => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "late", webhooks_late_seconds: "60" });
    const ordered = await order(target);
    await choose(ordered.page, "approve");
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
    target.pass(60);
    const history = await historyOf(target, ordered);
    expect(history).toMatchObject({ state: "done", charges: [{ state: "kept" }], grants: [{}] });
    expect(typesIn(history).filter((type) => type === "captured")).toHaveLength(1);
  });
});

it("webhooks that come twice count once", async () => {
  const target = await runningSandbox();
  await setUp(target, { webhooks: "twice" });
  const ordered = await order(target);
  await choose(ordered.page, "approve");
  const history = await historyOf(target, ordered);
  expect(history).toMatchObject({ state: "done", charges: [{ state: "kept" }], grants: [{}] });
  expect(typesIn(history).filter((type) => type === "captured")).toHaveLength(1);
});

it("webhooks out of order bring the last word first, and what led to it changes nothing", async () => {
  const target = await runningSandbox();
  await setUp(target, { webhooks: "reordered" });
  const ordered = await order(target);
  await choose(ordered.page, "approve");
  const history = await historyOf(target, ordered);
  const types = typesIn(history);
  expect(types.indexOf("processing")).toBeGreaterThan(types.indexOf("captured"));
  expect(history).toMatchObject({ state: "done", charges: [{ state: "kept" }] });
});

it("webhooks of one provider are set apart from those of all", async () => {
  const target = await runningSandbox();
  await setUp(target, { webhooks: "never", webhooks_so: "normal" });
  const ordered = await order(target);
  await choose(ordered.page, "approve");
  expect(await historyOf(target, ordered)).toMatchObject({ state: "done" });
});

describe("a payment that stays pending for a while", () => {
  const reports = [
    { report: { type: "processing" as const } },
    { report: { type: "declined" as const, bucket: "risk" as const }, afterSeconds: 30 },
  ];
  const planned = (mode: Parameters<typeof deliveriesOf>[1]["mode"]) =>
    deliveriesOf(reports, { mode, lateSeconds: 5 }).map(({ report, afterSeconds, webhookAfterSeconds }) => [
      report.type,
      afterSeconds,
      webhookAfterSeconds,
    ]);

  it.each([
    [
      "normal",
      [
        ["processing", 0, 0],
        ["declined", 30, 30],
      ],
    ],
    [
      "late",
      [
        ["processing", 0, 5],
        ["declined", 30, 35],
      ],
    ],
    [
      "never",
      [
        ["processing", 0, null],
        ["declined", 30, null],
      ],
    ],
    [
      "twice",
      [
        ["processing", 0, 0],
        ["processing", 0, 0],
        ["declined", 30, 30],
        ["declined", 30, 30],
      ],
    ],
    [
      "reordered",
      [
        ["declined", 30, 30],
        ["processing", 0, 30],
      ],
    ],
  ] as const)("is known to its provider at the same moments when webhooks are %s", (mode, expected) => {
    expect(planned(mode)).toEqual(expected);
  });
});
