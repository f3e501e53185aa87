import { expect, it } from "vitest";
import { sourcesIn } from "./sources";

const app = sourcesIn("app");

const filesWith = (pattern: RegExp): string[] => app.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** What loads another document by script, or opens a window. */
const LOADING = [
  /\blocation\s*\??\.\s*(assign|replace|reload)\b/,
  /\blocation\s*\.\s*href\s*=(?!=)/,
  /\b(window|document|self|top|parent|globalThis)\s*\.\s*location\s*=(?!=)/,
  /\b(window|self|globalThis)\s*\.\s*open\b/,
  /\btarget[=:]\s*["'{]+_(blank|top|parent)/,
  /\bnavigation\s*\.\s*navigate\b/,
];

it("only one file loads a document by script; it takes safe addresses only", () => {
  const loading = [...new Set(LOADING.flatMap(filesWith))];
  expect(loading).toEqual(["app/enhance/load-document.ts"]);
  const [loader] = app.filter(({ path }) => path === loading[0]);
  expect(loader?.text).toContain("safeAddress(address");
});

it.each([
  "location.assign(x)",
  "window.location.href = x",
  "document.location = x",
  "window.open(x)",
  '<a target="_blank">',
])("that would be found: %s", (text) => {
  expect(LOADING.some((pattern) => pattern.test(text))).toBe(true);
});

/** What of Remix navigates in place, in an import of it. */
const NAVIGATING =
  /import \{[^}]*\b(Link|NavLink|Form|Navigate|useNavigate|useSubmit|useFetcher)\b[^}]*\} from "@remix-run\/react"/;

it("only one file navigates in place; it takes safe addresses only", () => {
  const navigating = filesWith(NAVIGATING).toSorted();
  expect(navigating).toEqual(["app/checkout/form/plan-choice.tsx"]);
  expect(navigating.filter((path) => !filesWith(/\bsafeAddress\(/).includes(path))).toEqual([]);
});
