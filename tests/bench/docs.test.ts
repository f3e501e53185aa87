import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PAGE, PARTS, withPart } from "../../tools/bench/report/docs";

const page = readFileSync(PAGE, "utf8");

describe("docs/bench.md", () => {
  it.each(PARTS)("has room for what is measured of %s, and keeps all else when that is written again", (part) => {
    const once = withPart(page, part, "the first figures");
    const twice = withPart(once, part, "other figures");
    expect(once).toContain("the first figures");
    expect(twice).toBe(once.replace("the first figures", "other figures"));
    expect(twice.split("\n## ").map((section) => section.split("\n")[0])).toEqual(
      page.split("\n## ").map((section) => section.split("\n")[0]),
    );
  });

  it("has no figures of one machine", () => {
    expect(page).not.toMatch(/\| [^|]* here \|/);
  });

  it("without its markers is not written", () => {
    expect(() => withPart("# Another page", "bytes", "")).toThrow("no markers for bytes");
  });
});
