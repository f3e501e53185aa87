import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COOKIES_OF_CONSENT } from "~/visitor/attribution/attribution";
import { COOKIES, cookieHeader } from "~/visitor/browser/cookies.server";
import { STORAGE } from "~/visitor/browser/storage";
import { sourcesIn } from "../structure/sources";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "docs/privacy.md"), "utf8");

/** The rows of the table below a heading, by the name in their first cell. */
function tableBelow(heading: string): Map<string, string[]> {
  const section = text.split("\n## ").find((part) => part.startsWith(heading)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.map((row) => {
      const [name = "", ...cells] = row.slice(2, -2).split(" | ");
      return [name.replaceAll("`", ""), cells];
    }),
  );
}

const yesOrNo = (isSo: boolean) => (isSo ? "yes" : "no");
const cookies = tableBelow("Cookies");
const keys = tableBelow("Storage");

it("every cookie is told, and no other", () => {
  expect([...cookies.keys()].toSorted()).toEqual([...COOKIES].toSorted());
});

it.each(COOKIES)(
  "the life of the cookie %s, who reads it and whether it needs consent are told as they are",
  (name) => {
    const header = cookieHeader(name, "x");
    const seconds = /Max-Age=(\d+)/.exec(header)?.[1];
    const life = seconds === undefined ? "session" : `${Number(seconds) / 86_400} days`;
    const needsConsent = COOKIES_OF_CONSENT.some((other) => other === name);
    const [purpose, ...told] = cookies.get(name) ?? [];
    expect(purpose?.length).toBeGreaterThan(10);
    expect(told).toEqual([life, yesOrNo(!header.includes("HttpOnly")), yesOrNo(needsConsent)]);
  },
);

it("every storage key is told, with its place and whether it needs consent", () => {
  const told = [...keys].map(([key, [place, , , consent]]) => [key, place, consent]);
  const used = Object.entries(STORAGE).map(([key, place]) => [
    key,
    `${place.in} storage`,
    yesOrNo("needsConsent" in place),
  ]);
  expect(told.toSorted()).toEqual(used.toSorted());
});

it("no other file touches the browser's storage or writes a cookie", () => {
  const touching = sourcesIn("app").filter(({ text: source }) =>
    /\b(localStorage|sessionStorage|indexedDB|cookieStore)\b|document\.cookie\s*=[^=]/.test(source),
  );
  expect(touching.map(({ path }) => path)).toEqual(["app/visitor/browser/storage.ts"]);
});
