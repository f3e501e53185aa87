import { expect, it } from "vitest";
import { everyDifferenceIsFound } from "./every-difference";
import { FROM, World } from "./world";

it("every difference between two books is found on its day, to the cent, and none is made up", () =>
  everyDifferenceIsFound(25));

const HOUR = 60;
const PAID = {
  skew: 0,
  fault: "none",
  isRenewal: false,
  currency: "USD",
  minor: 1199,
  refund: undefined,
  dispute: undefined,
} as const;
const GIVEN = { skew: 0, fault: "none", by: "others", isUndone: false } as const;

it("a payment just before midnight by our clock and after it by the provider's is no difference on either day", async () => {
  const world = await World.start();
  await world.clear();
  await world.pay({ ...PAID, minutes: 24 * HOUR - 1, skew: 2 });
  const compared = await world.compareAll();
  expect(compared.map(({ count }) => count)).toEqual([0, 0, 0]);
  expect(compared.map(({ sums }) => sums)).toEqual([
    [],
    [{ kind: "capture", currency: "USD", theirs: 11.99, ours: 11.99 }],
    [],
  ]);
});

it("a second refund at the provider's page that we have not heard of is not taken for the first one", async () => {
  const world = await World.start();
  await world.clear();
  await world.pay({ ...PAID, minutes: HOUR, refund: { ...GIVEN, minutes: 2 * HOUR } });
  const [known] = world.theirs.filter(({ kind }) => kind === "refund");
  if (known === undefined) throw new Error("Nothing was given back");
  world.theirs.push({ ...known, id: "re_later", money: { amount: 5, currency: "USD" }, at: FROM + 25 * HOUR * 60_000 });
  const found = async () => (await world.compareAll()).map(({ differences }) => differences.map(({ line }) => line.id));
  expect(await found()).toEqual([[], ["re_later"], []]);
  await world.db.updateTable("capture_returns").set({ by_others: 11 }).execute();
  expect(await found()).toEqual([[], [], []]);
});

it("a day that is all wrong is counted whole, and its first thousand lines are stored", async () => {
  const world = await World.start();
  await world.clear();
  await world.pay({ ...PAID, minutes: HOUR });
  const [line] = world.theirs;
  if (line === undefined) throw new Error("Nothing was paid");
  for (let n = 0; n < 1_200; n++) world.theirs.push({ ...line, id: `ch_foreign_${n}`, captureId: `ch_foreign_${n}` });
  const [first] = await world.compareAll();
  expect([first?.count, first?.differences.length]).toEqual([1_200, 1_000]);
});
