import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SLOW_ANSWER_MS } from "~/environment/slow-answer";
import { page } from "./site";

const LIGHT = { cookie: "lite=1" };
const FROM_OUR_PAGE = { "sec-fetch-site": "same-origin" };

/** Files that the page takes its styles from, and the policy for styles. */
async function stylesOf(headers: Record<string, string>, path = "/pricing") {
  const { document, answer } = await page(path, headers);
  const policy = answer.headers.get("content-security-policy")?.match(/style-src ([^;]*)/)?.[1] ?? "";
  return {
    files: document.querySelectorAll("link[rel=stylesheet]").length,
    mayLoad: policy.split(" ")[0] === "'self'",
  };
}

it("a light page that follows another one has its styles from a file", async () => {
  expect(await stylesOf({ ...LIGHT, ...FROM_OUR_PAGE })).toEqual({ files: 1, mayLoad: true });
});

it("a light page that a provider leads to, too", async () => {
  const provider = { "sec-fetch-site": "cross-site" };
  expect(await stylesOf({ ...LIGHT, ...provider }, "/paystatus")).toEqual({ files: 1, mayLoad: true });
  expect(await stylesOf(provider, "/paystatus")).toEqual({ files: 0, mayLoad: false });
});

it.each<[string, Record<string, string>]>([
  ["a first light page", { ...LIGHT, "sec-fetch-site": "none" }],
  ["a light page somebody else leads to", { ...LIGHT, "sec-fetch-site": "cross-site" }],
  ["a light page in a browser that does not say where it comes from", LIGHT],
  ["a page with scripts", FROM_OUR_PAGE],
])("%s has its styles inside", async (_name, headers) => {
  expect(await stylesOf(headers)).toEqual({ files: 0, mayLoad: false });
});

it("the styles uncover a waiting page when its answer is slow", async () => {
  const { document } = await page("/pricing", {});
  const styles = document.querySelector("head style")?.textContent ?? "";
  expect(styles).toContain(`--slow-answer:${SLOW_ANSWER_MS}ms`);
  expect(readFileSync("app/styles/components.css", "utf8")).toContain("animation: cover var(--slow-answer)");
});
