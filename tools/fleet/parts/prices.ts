import { setTimeout } from "node:timers/promises";
import { chanceFor } from "../../../sandbox/bare/seeded";
import { LOOPBACK } from "../engines/engine";
import { Shopper, withNewPrices } from "../load/buying";
import { EVERY_DAY, Traffic, underTraffic } from "../load/traffic";
import { viewOf } from "../load/views";
import type { Stage } from "./part";

const PATHS = ["/payment/monthly", "/payment/yearly"];
const PERCENT = 150;
/** The site says: answers are kept for a minute, and a page is shown once more before it is made anew. */
const BOUND_MS = 60_000;
/** For the last look and for making the page. */
const SLACK_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** Forms that are open while prices change. Half are sent at once then, half when all copies have the new ones. */
const OPEN_FORMS = 10;
/** Looks through nginx after all copies have the new price. */
const LOOKS_AFTER = 150;

/** Prices change: every copy shows the new ones in time, none goes back, and nobody pays what their form did not show. */
export async function prices(stage: Stage): Promise<void> {
  const { fleet, score } = stage;
  const rules = { ...EVERY_DAY, buyer: withNewPrices };
  await underTraffic(new Traffic(stage, { rules }), async () => {
    const old = new Map<string, number>();
    for (const path of PATHS) old.set(path, await priceAt(fleet.site, path));
    const isOld = async (origin: string, path: string) => (await priceAt(origin, path)) === old.get(path);
    const open = await openForms(stage);
    const seconds = await change(stage, isOld, () => finishAll(open.splice(0, OPEN_FORMS / 2)));
    await finishAll(open);
    for (let looks = 0; looks < LOOKS_AFTER; looks += 1) {
      const path = PATHS[looks % PATHS.length] ?? "/";
      if (await isOld(fleet.site, path)) score.failures.push(`${path} went back to the old price`);
    }
    score.details.push(`  all copies had the new prices after ${seconds} s, and kept them for ${LOOKS_AFTER} views`);
  });
}

async function openForms(stage: Stage): Promise<Shopper[]> {
  const chance = chanceFor(stage.seed, "open forms");
  const errand = { ...stage, rule: withNewPrices };
  const shoppers = Array.from({ length: OPEN_FORMS }, (_, index) => new Shopper(errand, index, chance));
  for (const shopper of shoppers) await shopper.goUntil("pay");
  return shoppers;
}

const finishAll = async (shoppers: readonly Shopper[]): Promise<void> => {
  for (const shopper of shoppers) await shopper.finish();
};

type IsOld = (origin: string, path: string) => Promise<boolean>;

/** Changes the prices and looks at every copy until it shows them. @returns after how many seconds all did */
async function change({ fleet, score, report }: Stage, isOld: IsOld, meanwhile: () => Promise<void>): Promise<number> {
  const places = fleet.copies.flatMap(({ name, origin }) => PATHS.map((path) => ({ name, origin, path })));
  for (const { origin, path } of places) await isOld(origin, path);
  await setPercent(fleet.copies[0]?.ports.apiPort ?? 0, PERCENT);
  score.events += 1;
  const begun = performance.now();
  await meanwhile();
  const waiting = new Set(places);
  while (waiting.size > 0 && performance.now() - begun < BOUND_MS + SLACK_MS) {
    for (const place of waiting) if (!(await isOld(place.origin, place.path))) waiting.delete(place);
    report(places.length - waiting.size, places.length);
    await setTimeout(LOOK_EVERY_MS);
  }
  for (const { name, path } of waiting)
    score.failures.push(`${name} shows an old price on ${path} after ${BOUND_MS / 1_000} s`);
  return Math.round((performance.now() - begun) / 1_000);
}

/** @throws where the page shows none */
async function priceAt(origin: string, path: string): Promise<number> {
  const { text, status } = await viewOf(origin, path);
  if (text.price === undefined) throw new Error(`${origin}${path} answered ${status} without a price`);
  return text.price;
}

async function setPercent(apiPort: number, percent: number): Promise<void> {
  const response = await fetch(`http://${LOOPBACK}:${apiPort}/control/settings.json`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ price_percent: percent }),
  });
  if (response.status !== 200) throw new Error(`the setting was answered with ${response.status}`);
}
