/**
 * `npm run fleet`: proof, on real parts, that several copies of the site are one site; with `--api payments` also that their copies of
 * payments/ are one payments API.
 *
 * It starts nginx, Valkey or Redis, PostgreSQL and three copies of the built site, each with its sandbox or its payments API, all on
 * 127.0.0.1 and in a temporary folder, as the files in deploy/ have them; and for payments the stand-ins of the providers. People look at pages and buy, through nginx, while in turn
 * - `restarts`: copies are stopped and started again, 50 times: no request fails;
 * - `kills`: copies die by kill -9 at every step of purchases: one charge each;
 * - `store`: Redis is killed, and hangs: purchases go on, and limits come back with it;
 * - `database`: PostgreSQL crashes: pages say so, and every purchase ends with one charge or none;
 * - `deploy`: a second build takes the first one's place with forms open, and the first one comes back: no request fails;
 * - `forms`: the same form is sent fifty times at once, with the sandbox also to an API that honours no keys: one order;
 * - `prices`: prices change, with the sandbox only: all copies show it in time, and nobody pays what their form did not show.
 * In the end the buyers' own book is held against the database by SQL, and with payments against the stand-ins' books, as the rig does it. A scoreboard tells the rest; it exits with 1 where anything
 * broke. Whatever it started ends with it, however it ends: a process of its own sees to that (engines/guard-process.mjs).
 *
 * It wants Debian's packages nginx, redis-server (or valkey-server) and postgresql, and says so where they are missing. As root it
 * runs PostgreSQL as another user.
 */
import { resolve } from "node:path";
import { buildIfStale } from "../../host/start/build.mjs";
import { type Effort, runOptions } from "../rig/run-options";
import { Fleet } from "./fleet";
import { Book } from "./load/book";
import { database } from "./parts/database";
import { deploy } from "./parts/deploy";
import { kills } from "./parts/kills";
import type { Stage } from "./parts/part";
import { prices } from "./parts/prices";
import { reconcile } from "./parts/reconcile";
import { restarts } from "./parts/restarts";
import { sameForm } from "./parts/same-form";
import { store } from "./parts/store";
import { type FleetScore, fleetboard, isWell, newFleetScore } from "./score";
import { paymentsShops } from "./shops/payments";
import { sandboxShops } from "./shops/sandbox";

const ROOT = resolve(import.meta.dirname, "../..");

/** A part of the proof: how much it does in a whole run, and how. */
interface Part {
  amount: number;
  run(stage: Stage): Promise<void>;
}

const PARTS: Readonly<Record<string, Part>> = {
  restarts: { amount: 50, run: restarts },
  kills: { amount: 180, run: kills },
  store: { amount: 20, run: store },
  database: { amount: 3, run: database },
  deploy: { amount: 18, run: deploy },
  forms: { amount: 8, run: sameForm },
};
const BOOKS: Part = { amount: 1, run: reconcile };
/** Copies that do not end well are told with the rest. */
const END: Part = { amount: 1, run: ({ fleet }) => fleet.close() };

/** By the payments API beside each copy: what is done, and what is sold through. Only the sandbox is told other prices while it runs. */
const APIS = {
  sandbox: { parts: { ...PARTS, prices: { amount: 1, run: prices } }, open: sandboxShops },
  payments: { parts: PARTS, open: paymentsShops },
};
const NAMES = new Map([
  ["sandbox" as const, Object.keys(APIS.sandbox.parts)],
  ["payments" as const, Object.keys(APIS.payments.parts)],
]);

const USAGE = `usage: npm run fleet [-- --api sandbox|payments] [-- --only ${Object.keys(PARTS).join(",")}] [-- --scale 0.1] [-- --seed 7]
  [-- --json] [-- --keep]
Proves on real parts that several copies of the site are one. --keep leaves the folder with logs and data.
`;

const say = (text: string): void => void process.stderr.write(text);

/** One part from beginning to end. That it breaks off is a failure like any other. */
async function scoreOf(
  name: string,
  part: Part,
  fleet: Fleet,
  book: Book,
  { seed, scale }: Effort,
): Promise<FleetScore> {
  const score = newFleetScore(name);
  const begun = performance.now();
  const report: Stage["report"] = (done, of) => say(`\r${name}: ${done} of ${of}`);
  say(`${name}: …`);
  try {
    await part.run({ fleet, book, score, amount: Math.ceil(part.amount * scale), seed, report });
  } catch (error) {
    score.failures.push(`it broke off: ${error instanceof Error ? error.stack : error}`);
  }
  score.failures.push(...fleet.takeDeaths());
  score.seconds = (performance.now() - begun) / 1_000;
  say(`, ${isWell(score) ? "nothing broken" : "something broken"}, ${Math.round(score.seconds)} s\n`);
  return score;
}

/** An interrupted run leaves nothing behind. */
function endWithSignals({ place }: Fleet): void {
  for (const [signal, code] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const])
    process.once(signal, () => void place.guard.close().then(() => process.exit(code)));
}

async function main(): Promise<void> {
  const asked = runOptions(NAMES, ["json", "keep"]);
  const { api, seed, scale, parts, flags } = asked;
  const known = Object.entries(APIS[api].parts);
  const skipped = known.map(([name]) => name).filter((name) => !parts.includes(name));
  say(`${api}, seed ${seed}, scale ${scale}\n`);
  const fleet = await Fleet.prepare(ROOT, APIS[api].open, { isKept: flags.has("keep") });
  endWithSignals(fleet);
  const scores: FleetScore[] = [];
  const book = new Book();
  try {
    for (const name of ["app", "host"] as const) await buildIfStale(ROOT, name);
    await fleet.start();
    say(`${fleet.site} runs, in ${fleet.place.folder}\n`);
    const chosen = parts.flatMap((asked) => known.filter(([name]) => name === asked));
    for (const [name, part] of [...chosen, ["books", BOOKS] as const])
      scores.push(await scoreOf(name, part, fleet, book, asked));
  } finally {
    scores.push(await scoreOf("end", END, fleet, book, asked));
  }
  const isAllWell = scores.every(isWell);
  process.stdout.write(
    flags.has("json")
      ? `${JSON.stringify({ api, seed, scale, skipped, isGood: isAllWell, parts: scores })}\n`
      : `\n${fleetboard(scores, seed, skipped)}`,
  );
  process.exitCode = isAllWell ? 0 : 1;
}

await main().catch((error: unknown) => {
  say(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
});
