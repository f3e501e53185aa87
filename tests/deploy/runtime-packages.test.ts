import { expect, test } from "vitest";
import { isLoadedBy } from "../../deploy/runtime-packages.mjs";

test.each([
  'import{pino}from"pino";',
  'import"pino";',
  'const{default:pino}=await import("pino");',
  'const pino=require("pino");',
  'const pino=require$1("pino/file");',
  'const{pino}=createRequire(import.meta.url)("pino");',
  "import pino from 'pino'",
])("a package that is loaded so goes into the image: %s", (code) => {
  expect(isLoadedBy(code, "pino")).toBe(true);
});

test.each(['debug("pino")', 'const name="pino";', 'import"pino-http"', 'import"./pino.js"', "import pino from pino"])(
  "one that is only spoken of does not: %s",
  (code) => {
    expect(isLoadedBy(code, "pino")).toBe(false);
  },
);
