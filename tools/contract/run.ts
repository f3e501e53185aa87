import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { checks } from "./checks/all";
import { asJson, asJUnit } from "./formats";
import { hasFailed, reportOn } from "./report";
import { written } from "./written";

const USAGE = `usage: npm run contract -- <base url of the payments API> [origin of the site it serves]
  --all            also what is there, what is missing and could be done without, and what could not be tried
  --json           the report as JSON (npm run -s contract -- … --json > report.json)
  --junit <file>   the report for a CI, too
  --accept <name>  the check of this name need not hold at this API, as you know why; may be repeated
The run fails (1) where something is dangerous, or nothing can be sold.
`;

const wanted = z.object({
  positionals: z.tuple([z.url(), z.url().default("http://localhost:3000")]),
  values: z.object({
    all: z.boolean().default(false),
    json: z.boolean().default(false),
    junit: z.string().optional(),
    accept: z.array(z.enum(checks.map(({ name }) => name))).default([]),
  }),
});

/** @throws TypeError for an option that there is not */
const given = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      all: { type: "boolean" },
      json: { type: "boolean" },
      junit: { type: "string" },
      accept: { type: "string", multiple: true },
    },
  });

const parsed = wanted.safeParse(readOptions());

function readOptions(): unknown {
  try {
    return given();
  } catch {
    return undefined;
  }
}

if (parsed.success) {
  const { positionals, values } = parsed.data;
  const [base, site] = positionals;
  const report = await reportOn({ base, site }, values.accept);
  process.stdout.write(values.json ? asJson(report) : written(report, values.all));
  if (values.junit !== undefined) writeFileSync(values.junit, asJUnit(report));
  process.exitCode = hasFailed(report) ? 1 : 0;
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
