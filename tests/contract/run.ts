import { z } from "zod";
import { checks } from "./checks";
import type { Target } from "./client";

const USAGE = "usage: npm run contract -- <base url of the payments API> [origin of the site it serves]";

const target = z.tuple([z.url(), z.url().default("http://localhost:3000")]).safeParse(process.argv.slice(2, 4));

if (target.success) {
  const [base, site] = target.data;
  const failed = await runChecks({ base, site });
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}

async function runChecks(against: Target): Promise<number> {
  let failed = 0;
  for (const { name, run } of checks) {
    const problem = await run(against).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem !== undefined) failed += 1;
    process.stdout.write(problem === undefined ? `ok      ${name}\n` : `FAILED  ${name}\n        ${problem}\n`);
  }
  process.stdout.write(`${checks.length - failed} passed, ${failed} failed\n`);
  return failed;
}
