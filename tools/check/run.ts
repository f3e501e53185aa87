import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { readiness } from "./readiness";

const USAGE = `usage: npm run check -- <file of variables> [--offline]
  Tells on one page what is still to be done before this site goes into production: the variables of the file (deploy/site.env.example
  has them; "-" takes those of the environment), the brands' files, and the payments API, of which orders are opened and none is paid.
  --offline  without the payments API
`;

const [file, option] = process.argv.slice(2);
if (file === undefined || (option !== undefined && option !== "--offline")) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const source = file === "-" ? process.env : parseEnv(readFileSync(file, "utf8"));
  process.exitCode = (await readiness(source, option === "--offline")) ? 0 : 1;
}
