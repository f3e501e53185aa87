import { killSite } from "./kill";
import { summaryOf } from "./summary";

const USAGE = "usage: npm run rig -- kill <number of purchases>\n";

const [what, count = ""] = process.argv.slice(2);

if (what === "kill" && /^[1-9]\d{0,4}$/.test(count)) {
  const runs = await killSite(Number(count), (done) => process.stderr.write(`\r${done} of ${count}`));
  process.stderr.write("\n");
  process.stdout.write(summaryOf(runs));
  process.exitCode = runs.every(({ faults }) => faults.length === 0) ? 0 : 1;
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
