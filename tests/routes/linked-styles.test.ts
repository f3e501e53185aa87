import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SLOW_ANSWER_MS } from "~/environment/slow-answer";
import { page } from "./site";

const LIGHT = { cookie: "lite=1" };
const FROM_OUR_PAGE = { "sec-fetch-site": "same-origin" };

/** Files that the page takes its styles from, those it asks for ahead, and the policy for styles. */
async function stylesOf(headers: Record<string, string>, path = "/pricing") {
  const { document, answer } = await page(path, headers);
  const policy = answer.headers.get("content-security-policy")?.match(/style-src ([^;]*)/)?.[1] ?? "";
  return {
    files: document.querySelectorAll("link[rel=stylesheet]").length,
    ahead: document.querySelectorAll("link[rel=prefetch][as=style]").length,
    mayLoad: policy.split(" ")[0] === "'self'",
  };
}

it.each([
  ["a page", {}],
  ["a light page", LIGHT],
])("%s that follows another one has its styles from a file", async (_name, headers) => {
  expect(await stylesOf({ ...headers, ...FROM_OUR_PAGE })).toEqual({ files: 1, ahead: 0, mayLoad: true });
});

it("a page that a provider leads to, too", async () => {
  const provider = { "sec-fetch-site": "cross-site" };
  expect(await stylesOf(provider, "/paystatus")).toEqual({ files: 1, ahead: 0, mayLoad: true });
});

const FIRST_PAGES: readonly (readonly [string, Record<string, string>])[] = [
  ["a first page", { "sec-fetch-site": "none" }],
  ["a page somebody else leads to", { "sec-fetch-site": "cross-site" }],
  ["a page in a browser that does not say where it comes from", {}],
];

it.each(FIRST_PAGES)("%s has its styles inside, and asks for the file ahead", async (_name, headers) => {
  expect(await stylesOf(headers)).toMatchObject({ files: 0, ahead: 1 });
});

it.each(FIRST_PAGES)("%s of the light version has its styles inside, and asks for nothing", async (_name, headers) => {
  expect(await stylesOf({ ...LIGHT, ...headers })).toEqual({ files: 0, ahead: 0, mayLoad: false });
});

it("the file has what any page of a purchase wants beside the styles of all, as it is put into a first page", () => {
  const namesIn = (file: string, pattern: RegExp) => [
    ...new Set([...readFileSync(`app/styles/${file}`, "utf8").matchAll(pattern)].map(([, name = ""]) => name)),
  ];
  const inPages = namesIn("stylesheet.ts", /"\.\/([\w-]+)\.css\?inline"/g);
  const ofFew = ["prose", "subscriptions"];
  const linked = namesIn("linked.css", /@import "\.\/([\w-]+)\.css"/g);
  expect(linked.toSorted()).toEqual(inPages.filter((name) => !ofFew.includes(name)).toSorted());
});

it("the styles uncover a waiting page when its answer is slow", async () => {
  const { document } = await page("/pricing", {});
  const styles = document.querySelector("head style")?.textContent ?? "";
  expect(styles).toContain(`--slow-answer:${SLOW_ANSWER_MS}ms`);
  expect(readFileSync("app/styles/components.css", "utf8")).toContain("animation: cover var(--slow-answer)");
});
