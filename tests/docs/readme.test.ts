import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const readme = read("README.md");

/** What GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

it("whoever only wants to run the site reads one page of 6 KB", () => {
  expect(Buffer.byteLength(readme)).toBeLessThan(6 * 1024);
});

it("every link and picture of the README leads somewhere", () => {
  const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
  const isThere = (target: string) => {
    const [path = "", anchor] = target.split("#");
    if (!existsSync(join(ROOT, path))) return false;
    if (anchor === undefined) return true;
    return [...read(path).matchAll(/^#+ (.+)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor);
  };
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((target) => !isThere(target))).toEqual([]);
});

it("every folder and file of the README's map is there", () => {
  const map = readme.split("\n## Map\n")[1] ?? "";
  const paths = [...map.matchAll(/`([\w/-]+\/)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(10);
  // Those of journeys stand below the folder named before.
  expect(paths.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, "tests", path)))).toEqual([]);
});

const DECISIONS = join(ROOT, "docs/decisions");
const files = readdirSync(DECISIONS).toSorted();

it("decisions are numbered without gaps, in their names and in their headings", () => {
  expect(files.map((name) => Number(name.slice(0, 3)))).toEqual(files.map((_, at) => at + 1));
  const headings = files.map((name) => /^# (\d+)\. /.exec(read(`docs/decisions/${name}`))?.[1]);
  expect(headings).toEqual(files.map((_, at) => String(at + 1)));
});

it.each(files)("%s is read in a few minutes", (name) => {
  expect(read(`docs/decisions/${name}`).split("\n").length).toBeLessThanOrEqual(46);
});

const NOT_OURS = ["node_modules", "build", ".git", ".data", ".cache", "public", "docs"];

it("every decision that a file names is there", () => {
  const top = readdirSync(ROOT).filter((name) => !NOT_OURS.includes(name));
  const inside = (path: string): string[] =>
    statSync(join(ROOT, path)).isFile()
      ? [path]
      : readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" }).map((name) => join(path, name));
  const all = ["docs", ...top].flatMap(inside).filter((path) => /\.(md|mjs|tsx?|yml|conf)$|Dockerfile$/.test(path));
  const named = all.flatMap((path) =>
    [...read(path).matchAll(/docs\/decisions\/([\w-]+\.md)|\b(?:decision|ADR) (\d{3})\b/g)].map(([, file, number]) =>
      file === undefined ? `${path}: ${number}` : `${path}: ${file}`,
    ),
  );
  const isThere = (one: string) => files.some((name) => name.startsWith(one.split(": ")[1] ?? one));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});
