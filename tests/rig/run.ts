import { killSite } from "./kill";
import { loseAnswers, unluckySummary } from "./lost-answers";
import { summaryOf } from "./summary";

const USAGE = "usage: npm run rig -- kill|lost <number of purchases> [<seed of the bare sandbox>]\n";

const [what, count = "", seed = "7"] = process.argv.slice(2);
const progress = (done: number) => process.stderr.write(`\r${done} of ${count}`);

async function run(): Promise<{ summary: string; isGood: boolean } | undefined> {
  if (!/^[1-9]\d{0,4}$/.test(count) || !/^\d{1,9}$/.test(seed)) return undefined;
  if (what === "kill") {
    const runs = await killSite(Number(count), progress);
    return { summary: summaryOf(runs), isGood: runs.every(({ faults }) => faults.length === 0) };
  }
  if (what === "lost") {
    const runs = await loseAnswers(Number(count), Number(seed), progress);
    return { summary: unluckySummary(runs), isGood: runs.every(({ faults }) => faults.length === 0) };
  }
  return undefined;
}

const found = await run();
process.stderr.write(found === undefined ? USAGE : "\n");
process.stdout.write(found?.summary ?? "");
process.exitCode = found === undefined ? 2 : found.isGood ? 0 : 1;
