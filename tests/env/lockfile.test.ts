import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const entry = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
});
const lockfile = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(read("package-lock.json")));
const packages = Object.entries(lockfile.packages);

// See docs/advisories.md: what Remix 2 asks for by itself has open advisories.
it.each([
  ["@remix-run/router", "1.23.4"],
  ["react-router", "6.30.6"],
  ["react-router-dom", "6.30.6"],
])("%s is %s wherever it is installed", (name, version) => {
  const installed = packages
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version);
  expect([...new Set(installed)]).toEqual([version]);
});

it.each(["v3_singleFetch", "v3_lazyRouteDiscovery"])("%s stays off", (flag) => {
  expect(read("vite.config.ts")).toMatch(new RegExp(`\\b${flag}: false,`));
});

it("the lockfile names no place a package was downloaded from, so any registry can serve it", () => {
  expect(packages.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([]);
});

it("no file names a registry", () => {
  // Written apart, so that this file is not one that does.
  const registries = [
    ["registry", "npmjs"],
    ["registry", "yarnpkg"],
    ["npm", "pkg", "github"],
  ].map((labels) => labels.join("."));
  const naming = ownFiles().filter((path) => {
    const text = read(path);
    return registries.some((name) => text.includes(name)) || /^(@[\w-]+:)?registry\s*=/m.test(text);
  });
  expect(naming).toEqual([]);
});

const NOT_OURS = ["node_modules", "build", ".git", ".data", ".cache", "public"];

/** Every file of the project, as a path below its root. */
function ownFiles(): string[] {
  const top = readdirSync(ROOT, { withFileTypes: true }).filter(({ name }) => !NOT_OURS.includes(name));
  return top.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    const below = readdirSync(join(ROOT, entry.name), { withFileTypes: true, recursive: true });
    return below.filter((file) => file.isFile()).map((file) => relative(ROOT, join(file.parentPath, file.name)));
  });
}
