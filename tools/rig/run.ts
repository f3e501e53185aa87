import { chromium } from "playwright-core";
import { chanceFor } from "../../sandbox/bare/seeded";
import { startSite } from "../../tests/journeys/running-site";
import { ORDINARY_WAITS } from "../../tests/journeys/started-child";
import { startChromium } from "../../tests/setup/chromium";
import { startSandboxSite } from "./apis/sandbox";
import { countBooks } from "./books";
import { injectFaults, MOST_CELLS, someCells } from "./faults";
import { type Suspect, sendHostile } from "./hostile/hostile";
import { tellLies, withLyingApi } from "./hostile/lies";
import { type OpenWindow, replay } from "./hostile/replay";
import { killSite } from "./kill";
import { loseAnswers } from "./lost-answers";
import { PAYMENTS_PARTS } from "./payments/parts";
import { type Effort, runOptions } from "./run-options";
import { isGood, newScore, type Score, scoreboard, type Task } from "./score";
import { meetStrangers } from "./strangers/strangers";
import { submitsAt } from "./submits";

/** A part of the rig: how much it does in a whole run, and how. */
interface Part {
  amount: number;
  run(score: Score, task: Task): Promise<void>;
}

async function faults(score: Score, task: Task): Promise<void> {
  const site = await startSite({ ...ORDINARY_WAITS, PURCHASE_TIMEOUT_MS: "9000" });
  try {
    const cells = someCells(task.amount, task.seed);
    countBooks(score, site.dataDir, await injectFaults(score, site, cells, task));
  } finally {
    await site.stop();
  }
}

/** One input in so many is a lie of the payments API. */
const LIES = 10;
/** So many of the pages that repeat something are opened in a browser. */
const OPENED = 0.1;

async function hostile(score: Score, { amount, seed, report }: Task): Promise<void> {
  const browser = await startChromium();
  const site = await startSite();
  try {
    const connected = await chromium.connect(browser.wsEndpoint());
    const open: OpenWindow = (options) => connected.newContext(options);
    const lies = Math.ceil(amount / LIES);
    const suspects = await sendHostile(score, site.addresses, { amount: amount - lies, seed, report });
    await replay(score, sampleOf(suspects, seed), { site: site.addresses.site, open }, report);
    await withLyingApi(async (place) => {
      const repeated = await tellLies(score, place, { amount: lies, seed, report });
      await replay(score, sampleOf(repeated, seed), { site: place.site.origin, open }, report);
      score.details.push(`  ${suspects.length + repeated.length} pages repeated something, one in ten was opened`);
    });
    countBooks(score, site.dataDir, []);
  } finally {
    await site.stop();
    await browser.close();
  }
}

const sampleOf = (suspects: readonly Suspect[], seed: number): Suspect[] =>
  suspects.filter(({ what }) => chanceFor(seed, what).below(1_000) < OPENED * 1_000);

type Parts = Readonly<Record<string, Part>>;
const SANDBOX_PARTS: Parts = {
  faults: { amount: MOST_CELLS, run: faults },
  kills: { amount: 1_000, run: killSite },
  submits: { amount: 200, run: submitsAt(startSandboxSite) },
  hostile: { amount: 10_000, run: hostile },
  lost: { amount: 200, run: loseAnswers },
  strangers: { amount: 2_000, run: meetStrangers },
};

/** By the payments API behind the site. */
const PARTS = new Map<"sandbox" | "payments", Parts>([
  ["sandbox", SANDBOX_PARTS],
  ["payments", PAYMENTS_PARTS],
]);
const NAMES = new Map([...PARTS].map(([api, parts]) => [api, Object.keys(parts)]));

const USAGE = `usage: npm run rig [-- --api sandbox|payments] [-- --only kills,submits] [-- --scale 0.1] [-- --seed 7] [-- --json]
${[...NAMES].map(([api, names]) => `${api}: ${names.join(", ")}`).join("\n")}
Looks for ways to break the site. The same seed does the same again; a scale of 1 is the whole run.
`;

const say = (text: string): void => void process.stderr.write(text);

/** One part from beginning to end. That it breaks off is a failure like any other. */
async function scoreOf(name: string, part: Part | undefined, { seed, scale }: Effort): Promise<Score> {
  const score = newScore(name);
  const begun = performance.now();
  const report: Task["report"] = (done, of) => say(`\r${name}: ${done} of ${of}`);
  try {
    await part?.run(score, { amount: Math.ceil(part.amount * scale), seed, report });
  } catch (error) {
    score.failures.push(`it broke off: ${error instanceof Error ? error.stack : error}`);
  }
  score.seconds = (performance.now() - begun) / 1_000;
  say(`, ${isGood(score) ? "nothing broken" : "something broken"}, ${Math.round(score.seconds)} s\n`);
  return score;
}

async function main(): Promise<void> {
  const asked = runOptions(NAMES, ["json"]);
  const { api, seed, scale, parts, flags } = asked;
  const skipped = (NAMES.get(api) ?? []).filter((name) => !parts.includes(name));
  say(`seed ${seed}, scale ${scale}\n`);
  const scores: Score[] = [];
  for (const name of parts) scores.push(await scoreOf(name, PARTS.get(api)?.[name], asked));
  const isAllGood = scores.every(isGood);
  process.stdout.write(
    flags.has("json")
      ? `${JSON.stringify({ api, seed, scale, skipped, isGood: isAllGood, parts: scores })}\n`
      : `\n${scoreboard(scores, seed, skipped)}`,
  );
  process.exitCode = isAllGood ? 0 : 1;
}

await main().catch((error: unknown) => {
  say(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
});
