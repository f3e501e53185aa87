import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGES } from "~/i18n/pages";
import { readPageLinks } from "~/shell/links/related-links";

// The checkout names the page that compares plans beside its plans.
it.each(PAGES)("%s has a data file of its shape", (page) => {
  const file: unknown = JSON.parse(readFileSync(`public/page-links/${page}.json`, "utf8"));
  expect(readPageLinks(file)?.length).toBeGreaterThanOrEqual(page === "payment" ? 0 : 1);
});

it.each([
  null,
  "links",
  [],
  {},
  { links: "home" },
  { links: [{ page: "//evil.example", label: "home" }] },
  { links: [{ page: "home", label: "javascript:alert(1)" }] },
  { links: [{ page: "home" }] },
])("%j is none", (file) => {
  expect(readPageLinks(file)).toBeUndefined();
});
