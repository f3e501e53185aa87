import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { REMIX_FUTURE } from "~/shell/scripts/remix-future";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const entry = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
});
const lockfile = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(read("package-lock.json")));
const packages = Object.entries(lockfile.packages);
const { overrides } = z.object({ overrides: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));

/** The rows of docs/advisories.md that are closed by a version, and those that are by a flag of Remix. */
const PINNED = [
  ["CVE-2026-53668", "@remix-run/router", "1.23.4"],
  ["CVE-2026-53668", "react-router", "6.30.6"],
  ["CVE-2026-53668", "react-router-dom", "6.30.6"],
] as const;
const OFF = [
  ["CVE-2026-34077", "v3_singleFetch"],
  ["CVE-2026-55685", "v3_lazyRouteDiscovery"],
] as const;

it("every advisory that the ledger says is held here is, and no other", () => {
  const rows = read("docs/advisories.md")
    .split("\n")
    .filter((line) => /^\| CVE-.*lockfile test/.test(line));
  const told = rows.map((row) => /CVE-\d+-\d+/.exec(row)?.[0]);
  expect(told.toSorted()).toEqual([...new Set([...PINNED, ...OFF].map(([advisory]) => advisory))].toSorted());
});

it.each(PINNED)("%s: %s is %s wherever it is installed, and asked for by name", (_, name, version) => {
  const installed = packages
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version);
  expect([...new Set(installed)]).toEqual([version]);
  expect(overrides[name]).toBe(version);
});

it.each(OFF)("%s: %s stays off", (_, flag) => {
  expect(REMIX_FUTURE[flag]).toBe(false);
  expect(read("vite.config.ts")).toContain("future: REMIX_FUTURE,");
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
