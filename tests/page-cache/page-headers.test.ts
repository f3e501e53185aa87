import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGE_HEADERS } from "~/page-cache/variant.server";
import { sourcesIn } from "../structure/sources";

/** Not of a visitor's GET: of a form, the host's own, and of answers. */
const OTHERS = ["content-type", "host", "retry-after", "vary", "x-remix-redirect"];

it("the page cache knows every header that the app reads", () => {
  const written = sourcesIn("app").map(({ path }) => readFileSync(path, "utf8"));
  const read = written.flatMap((text) =>
    [...text.matchAll(/headers\.(?:get|has)\("([^"]+)"\)/g)].map(([, name]) => name),
  );
  const known: readonly (string | undefined)[] = [...PAGE_HEADERS, ...OTHERS];
  expect(read.length).toBeGreaterThan(5);
  expect(read.filter((name) => !known.includes(name?.toLowerCase()))).toEqual([]);
});
