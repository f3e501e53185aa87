import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { plotOf, ticksFor } from "../../tools/bench/report/plot";

const svg = plotOf(
  [
    {
      name: "fast",
      points: [
        { x: 1, y: 0.5 },
        { x: 16, y: 1 },
      ],
    },
    {
      name: "slow",
      points: [
        { x: 1, y: 0.05 },
        { x: 16, y: 0.05 },
      ],
    },
  ],
  "Pages a second",
);
const { document } = new JSDOM(svg, { contentType: "image/svg+xml" }).window;
const pointsOf = (at: number) =>
  (document.querySelectorAll("polyline")[at]?.getAttribute("points") ?? "")
    .split(" ")
    .map((pair) => pair.split(",").map(Number));

describe("the plot", () => {
  it("is well-formed and named for who cannot see it", () => {
    expect(document.documentElement.getAttribute("aria-labelledby")).toBe("title");
    expect(document.querySelector("title")?.textContent).toBe("Pages a second");
  });

  it("has a line for each series, more to the right and higher where there is more", () => {
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = pointsOf(0);
    expect(x2).toBeGreaterThan(x1);
    expect(y2).toBeLessThan(y1);
  });

  it("keeps a level line level, and below a faster one", () => {
    const [[, left = 0] = [], [, right = 0] = []] = pointsOf(1);
    const [[, faster = 0] = []] = pointsOf(0);
    expect(left).toBe(right);
    expect(left).toBeGreaterThan(faster);
  });

  it("says what its axes and lines are", () => {
    const texts = [...document.querySelectorAll("text")].map((text) => text.textContent);
    expect(texts).toEqual(expect.arrayContaining(["requests at once", "fast", "slow", "16", "0.03"]));
  });

  it("has colours of its own in the dark", () => {
    expect(document.querySelector("style")?.textContent).toContain("prefers-color-scheme: dark");
  });
});

it("ticks go around all values", () => {
  expect(ticksFor([0.05, 0.9])).toEqual([0.03, 0.1, 0.3, 1].map((tick) => expect.closeTo(tick)));
});
