import fc from "fast-check";
import { encode } from "uqr";
import { expect, it } from "vitest";
import { type OpenInBrowser, wayToOwnBrowser } from "~/visitor/browser/open-in-browser.server";
import { runs } from "../setup/effort";
import { makeVisitor } from "./visitors";

const inApp = makeVisitor({ isInApp: true });

/** The modules that a code's path paints. */
function painted({ size, path }: NonNullable<OpenInBrowser["code"]>): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const at = { x: 0, y: 0 };
  for (const [, name, x = "", y] of path.matchAll(/([Mmh])(\d+)(?: (\d+)(?:\.5)?)?/g)) {
    if (name === "M") Object.assign(at, { x: 0, y: Number(y) });
    else if (name === "m") at.x += Number(x);
    else for (const end = at.x + Number(x); at.x < end; at.x += 1) modules[at.y]?.splice(at.x, 1, true);
  }
  return modules;
}

it("outside of other apps there is nothing to show", () => {
  expect(wayToOwnBrowser("/r/year.gb.de", "en", makeVisitor())).toBeUndefined();
});

it("inside one there is the link to this page on the site's own origin", () => {
  expect(wayToOwnBrowser("/r/year.gb.de", "en", inApp)).toMatchObject({
    link: "http://localhost:3000/r/year.gb.de",
    words: { title: "Continue in your browser" },
  });
});

it("the code that is painted is the link's", () => {
  const path = fc.stringMatching(/^\/r\/[a-z]{1,20}\.[a-z]{2}\.[a-z]{2}(\.c-[A-Z0-9]{1,30})?$/);
  fc.assert(
    fc.property(path, (target) => {
      const openInBrowser = wayToOwnBrowser(target, "en", inApp);
      if (openInBrowser?.code === undefined) throw new Error("There is no code");
      expect(painted(openInBrowser.code)).toEqual(encode(openInBrowser.link, { ecc: "L", border: 0 }).data);
    }),
    { numRuns: runs(100) },
  );
});

it("a code is at most 2.5 KB of the page", () => {
  expect(wayToOwnBrowser("/r/yearly.gb.zh-hant.c-WELCOME20", "en", inApp)?.code?.path.length).toBeLessThan(2_500);
});

it("an address too long for a phone's camera has no code", () => {
  const openInBrowser = wayToOwnBrowser(`/paystatus?o=${"x".repeat(900)}`, "en", inApp);
  expect(openInBrowser?.link).toHaveLength(934);
  expect(openInBrowser?.code).toBeUndefined();
});
