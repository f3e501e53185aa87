import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { differences } from "./served-pages";

const USAGE = `usage: npm run check:served -- <origin> [path …] [--allow <source>]…
  Reports scripts and security headers of a running site that differ from this build, on the home page, /payment and the pages named.
  Build the same commit first. Exit code 0: nothing differs; 1: something does; 2: it could not look.
  --allow  a source that pages' policies may name beside the site's own, as it stands there: of a bot check, or of a provider's frame
`;
const CLIENT = resolve(import.meta.dirname, "../../build/app/client");

/** @throws where an option is unknown, or it is no origin */
function given() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { allow: { type: "string", multiple: true, default: [] } },
  });
  const [site = "", ...named] = positionals;
  const { protocol, origin, href } = new URL(site);
  if (!/^https?:$/.test(protocol) || href !== `${origin}/`) throw new Error(`${site} is not an origin`);
  return { origin, paths: ["/", "/payment", ...named], allowed: values.allow };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function asked() {
  try {
    return given();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n${USAGE}`);
    return undefined;
  }
}

const what = asked();
process.exitCode = 2;
if (what !== undefined && !existsSync(CLIENT))
  process.stderr.write("There is no build to compare with: npm run build\n");
else if (what !== undefined) {
  try {
    const found = await differences({ ...what, clientDir: CLIENT });
    const lines = found.length === 0 ? [`Nothing on ${what.paths.join(", ")} differs from this build.`] : found;
    process.stdout.write(`${lines.join("\n")}\n`);
    process.exitCode = found.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${what.origin} could not be looked at: ${messageOf(error)}\n`);
  }
}
