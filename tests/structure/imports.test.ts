import { dirname } from "node:path";
import { expect, it } from "vitest";
import { exportsOf, type Import, importsOf, ROOT_FILES, type Source, sourcesIn } from "./sources";

/**
 * Who may import whom in app/: a room imports only from rooms that stand below it here. A room is a folder, with the folders
 * in it that have no line of their own, or one of the files at the top of app/. So there are no circles.
 */
const ROOMS = [
  "entry.client",
  "entry.server",
  "page-cache",
  "root",
  "routes",
  // The subjects: each is a folder with its pure parts, its server parts and its components side by side.
  "account",
  "accessibility",
  "subscriptions",
  "orders",
  "receipts",
  "checkout",
  "mailed-links",
  "owners",
  "home",
  "offers",
  // What all pages share.
  "shell",
  "providers",
  "version",
  "forms",
  "analytics",
  // Who is here.
  "visitor/arrival",
  "visitor/identity",
  "visitor",
  "visitor/attribution",
  // What keeps others out: rate limits, forms of other sites, robots, what a page may load.
  "security",
  "styles",
  "visitor/brand",
  "visitor/browser",
  // What scripts add to any page.
  "enhance",
  // What everything stands on.
  "errors",
  "upstream",
  "upstream/client",
  "store",
  "sealing.server",
  "paths",
  "i18n",
  "security/host-facts.server",
  "metrics",
  "exposition",
  "log.server",
  "create-log.server",
  "readable-log.server",
  "env.server",
  "environment",
  "native-web-globals.server",
  "upstream/contract",
] as const;
type Room = (typeof ROOMS)[number];

const roomOf = (path: string): Room | undefined => {
  const inApp = path.replace(/^app\//, "").replace(/\.tsx?$/, "");
  const found = ROOMS.filter((room) => inApp === room || inApp.startsWith(`${room}/`));
  return found.sort((one, other) => other.length - one.length)[0];
};
const rank = (room: Room | undefined): number => (room === undefined ? -1 : ROOMS.indexOf(room));

const app = sourcesIn("app");
const imports = app.flatMap(importsOf);
const told = ({ from, to }: Import): string => `${from} imports ${to}`;

it("every file of app/ belongs to a room", () => {
  expect(app.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([]);
});

it("a room imports only from rooms below it", () => {
  const upward = imports.filter(({ from, to }) => to.startsWith("app/") && rank(roomOf(to)) < rank(roomOf(from)));
  expect(upward.map(told)).toEqual([]);
});

/** What they share stands in rooms below them: owners, mailed links, forms, offers. */
const BOUGHT: readonly unknown[] = ["account", "receipts", "subscriptions"] satisfies Room[];

it("account, receipts and subscriptions import nothing of one another", () => {
  const across = imports.filter(({ from, to }) => {
    const [one, other] = [roomOf(from), roomOf(to)];
    return one !== other && BOUGHT.includes(one) && BOUGHT.includes(other);
  });
  expect(across.map(told)).toEqual([]);
});

it("no file imports itself by way of others, not even for a type", () => {
  const written = ["app", "host", "mails", "payments", "sandbox", "tools"].flatMap(sourcesIn);
  const next = new Map(written.map((source) => [source.path, importsOf(source).map(({ to }) => to)]));
  const done = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): string | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path].join(" → ");
    if (done.has(path)) return undefined;
    done.add(path);
    for (const to of next.get(path) ?? []) {
      const circle = circleFrom(to, [...way, path]);
      if (circle !== undefined) return circle;
    }
    return undefined;
  };
  expect([...next.keys()].map((path) => circleFrom(path, [])).filter((circle) => circle !== undefined)).toEqual([]);
});

it("app/ imports nothing from the host, the sandbox or the tests", () => {
  expect(imports.filter(({ to }) => !to.startsWith("app/")).map(told)).toEqual([]);
});

it("letters import only what languages are from app/", () => {
  const others = sourcesIn("mails")
    .flatMap(importsOf)
    .filter(({ to }) => !to.startsWith("mails/") && !to.startsWith("app/i18n/"));
  expect(others.map(told)).toEqual([]);
});

/** Beside the contract: letters, and how a language writes what is in them. */
const FOR_PAYMENTS = ["payments/", "app/upstream/contract/", "mails/", "app/i18n/"];
/** How variables are read, what is not logged, and how metrics are told. */
const FOR_PROGRAMS = ["app/environment/", "app/create-log.server.ts", "app/exposition/"];

it.each([
  ["the payments API", "payments", [...FOR_PAYMENTS, ...FOR_PROGRAMS]],
  ["the sandbox", "sandbox", ["sandbox/", ...FOR_PAYMENTS]],
])("%s imports only what is its own, the contract, and what letters need", (_name, folder, allowed) => {
  const others = sourcesIn(folder)
    .flatMap(importsOf)
    .filter(({ to }) => !allowed.some((start) => to.startsWith(start)));
  expect(others.map(told)).toEqual([]);
});

it("every export is used by another file", () => {
  const written = ["app", "host", "mails", "payments", "sandbox"].flatMap(sourcesIn);
  const all = [...written, ...["tests", "tools"].flatMap(sourcesIn), ...ROOT_FILES];
  const used = new Set(all.flatMap(importsOf).flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)));
  const wholly = new Set(
    all
      .flatMap(importsOf)
      .filter(({ isWhole }) => isWhole)
      .map(({ to }) => to),
  );
  const unread = ({ path, ...source }: Source): string[] =>
    wholly.has(path) || isFrameworks(path)
      ? []
      : exportsOf({ path, ...source })
          .map((name) => `${path} ${name}`)
          .filter((name) => !used.has(name));
  expect(written.flatMap(unread)).toEqual([]);
});

/** Files whose exports Remix reads. */
const isFrameworks = (path: string): boolean =>
  /^app\/(routes\/|root|entry\.|routes\.ts|security\/guarded-build)/.test(path);

it("no folder has so many files that one is hard to find", () => {
  const written = ["app", "host", "mails", "payments", "sandbox"].flatMap(sourcesIn);
  const named = written.filter(({ path }) => !isFrameworks(path) && !isNumbered(path));
  const folders = named.map(({ path }) => dirname(path));
  const long = [...new Set(folders)].filter(
    (folder) => folders.filter((other) => other === folder).length > MOST_FILES,
  );
  expect(long).toEqual([]);
});

const MOST_FILES = 16;

/** Migrations are found by their number, and none of them ever goes. */
const isNumbered = (path: string): boolean => /\/migrations\/\d{3}-/.test(path);
