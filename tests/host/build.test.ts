import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { APP_BUILD, build, CLIENT_BUILD, HOST_BUILD, isBuildStale } from "../../host/start/build.mjs";
import { temporaryFolder } from "../setup/temporary-folder";

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
  root = temporaryFolder("build");
  await changed("app/routes/page.tsx", MONDAY);
  await changed("locales/de/home.json", MONDAY);
});

test("a site that was never built is", async () => {
  expect(isBuildStale(root, "app")).toBe(true);
  expect(isBuildStale(root, "host")).toBe(true);
});

test("a build younger than its sources is kept", async () => {
  await changed(APP_BUILD, TUESDAY);
  expect(isBuildStale(root, "app")).toBe(false);
});

test.each(["app/routes/page.tsx", "locales/de/home.json", "public/icon.svg", "vite.config.ts", "package-lock.json"])(
  "a build older than %s is made again",
  async (source) => {
    await changed(APP_BUILD, MONDAY);
    await changed(source, TUESDAY);
    expect(isBuildStale(root, "app")).toBe(true);
  },
);

test.each([
  "app/env.server.ts",
  "server.ts",
  "host/start/main.ts",
  "sandbox/start.ts",
  "payments/start.ts",
  "mails/letter.ts",
  "vite.host.config.ts",
])("a compiled host older than %s is compiled again", async (source) => {
  await changed(HOST_BUILD, MONDAY);
  expect(isBuildStale(root, "host")).toBe(false);
  await changed(source, TUESDAY);
  expect(isBuildStale(root, "host")).toBe(true);
});

test("a page's words are not compiled into the host", async () => {
  await changed(HOST_BUILD, MONDAY);
  await changed("locales/de/home.json", TUESDAY);
  expect(isBuildStale(root, "host")).toBe(false);
});

test("a build older than the removal of a source is made again", async () => {
  await changed(APP_BUILD, TUESDAY);
  await rm(join(root, "app/routes/page.tsx"));
  expect(isBuildStale(root, "app")).toBe(true);
});

test("an image has the build without its sources, and folders that are younger: nothing is made again there", async () => {
  await changed(APP_BUILD, MONDAY);
  await changed(HOST_BUILD, MONDAY);
  await changed("host/start/launch.mjs", TUESDAY);
  await rm(join(root, "app"), { recursive: true });
  expect(isBuildStale(root, "app")).toBe(false);
  expect(isBuildStale(root, "host")).toBe(false);
  await rm(join(root, HOST_BUILD));
  expect(isBuildStale(root, "host")).toBe(true);
});

test("the app's build, which empties its folder first, leaves the host's alone", () => {
  const emptied = dirname(dirname(APP_BUILD));
  expect(dirname(CLIENT_BUILD)).toBe(emptied);
  expect(HOST_BUILD.startsWith(`${emptied}${sep}`)).toBe(false);
});

test.each([
  ["app", /The app cannot be built:\n.*remix/s],
  ["host", /The host cannot be built:\n.*vite/s],
] as const)("a build of the %s that fails says why", async (name, why) => {
  await expect(build(root, name)).rejects.toThrow(why);
});
