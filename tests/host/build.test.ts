import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { build, isBuildStale, SERVER_BUILD } from "../../host/start/build";

const MONDAY = new Date("2026-01-05");
const TUESDAY = new Date("2026-01-06");
let root: string;

async function changed(path: string, at: Date): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "");
  for (let each = file; each !== root; each = dirname(each)) await utimes(each, at, at);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "build-"));
  await changed("app/routes/page.tsx", MONDAY);
  await changed("locales/de/home.json", MONDAY);
});

test("a site that was never built is", async () => {
  expect(await isBuildStale(root)).toBe(true);
});

test("a build younger than its sources is kept", async () => {
  await changed(SERVER_BUILD, TUESDAY);
  expect(await isBuildStale(root)).toBe(false);
});

test.each(["app/routes/page.tsx", "locales/de/home.json", "public/icon.svg", "vite.config.ts", "package-lock.json"])(
  "a build older than %s is made again",
  async (source) => {
    await changed(SERVER_BUILD, MONDAY);
    await changed(source, TUESDAY);
    expect(await isBuildStale(root)).toBe(true);
  },
);

test("a build older than the removal of a source is made again", async () => {
  await changed(SERVER_BUILD, TUESDAY);
  await rm(join(root, "app/routes/page.tsx"));
  expect(await isBuildStale(root)).toBe(true);
});

test("a build that fails says why", async () => {
  await expect(build(root, new AbortController().signal)).rejects.toThrow(/The app cannot be built:\n.*remix/s);
});
