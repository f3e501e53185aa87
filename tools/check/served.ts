import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { differences } from "./served-pages";

const USAGE = `usage: npm run served -- <origin> [path …] [--also <origin>]…
  Whether a running site serves the scripts, styles and security headers of this build and nothing else, on the home page, /payment, and
  the pages named. Build the same commit before. Exit code 1: something differs; run it after each deployment, and weekly.
  --also  an origin that pages may use beside the site's own: of a bot check, or of a provider's frame
`;
const CLIENT = resolve(import.meta.dirname, "../../build/app/client");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { also: { type: "string", multiple: true, default: [] } },
});
const [origin, ...named] = positionals;
if (origin === undefined || !URL.canParse(origin)) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const paths = ["/", "/payment", ...named];
  const found = await differences({ origin: new URL(origin).origin, paths, clientDir: CLIENT, also: values.also });
  const all = found.length === 0 ? [`Nothing on ${paths.join(", ")} differs from this build.`] : found;
  process.stdout.write(`${all.join("\n")}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
