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

/** @throws where an option is unknown, or the address is no origin */
function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { allow: { type: "string", multiple: true, default: [] } },
  });
  const [site = "", ...more] = positionals;
  const { protocol, origin, href } = new URL(site);
  if (!/^https?:$/.test(protocol) || href !== `${origin}/`) throw new Error(`${site} is not an origin`);
  if (!existsSync(CLIENT)) throw new Error("There is no build to compare with: npm run build");
  return { origin, paths: ["/", "/payment", ...more], allowed: values.allow, clientDir: CLIENT };
}

try {
  const served = readArguments();
  const found = await differences(served);
  const lines = found.length === 0 ? [`Nothing on ${served.paths.join(", ")} differs from this build.`] : found;
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}
