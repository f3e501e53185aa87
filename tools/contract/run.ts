import { z } from "zod";
import { hasFailed, reportOn, written } from "./report";

const USAGE = "usage: npm run contract -- <base url of the payments API> [origin of the site it serves]";

const target = z.tuple([z.url(), z.url().default("http://localhost:3000")]).safeParse(process.argv.slice(2, 4));

if (target.success) {
  const [base, site] = target.data;
  const report = await reportOn({ base, site });
  process.stdout.write(written(report));
  process.exitCode = hasFailed(report) ? 1 : 0;
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}
