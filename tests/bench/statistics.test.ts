import { describe, expect, it } from "vitest";
import { figure, medianOf, ratiosOf, ratioText, spreadOf } from "../../tools/bench/report/statistics";

describe("the median", () => {
  it("of an odd number of figures is the one in the middle", () => {
    expect(medianOf([9, 1, 5])).toBe(5);
  });

  it("of an even number lies between the two in the middle", () => {
    expect(medianOf([10, 1, 4, 2])).toBe(3);
  });

  it("comes with the least and the most", () => {
    expect(spreadOf([10, 2, 4])).toEqual({ median: 4, least: 2, most: 10 });
  });

  it("of nothing is a mistake", () => {
    expect(() => spreadOf([])).toThrow("nothing");
  });
});

describe("a ratio", () => {
  it("is taken within each round, so that a slow round counts for both sides", () => {
    expect(ratiosOf([10, 1], [20, 2])).toEqual([0.5, 0.5]);
  });

  it("is told with its spread", () => {
    expect(ratioText([0.5, 0.25, 2])).toBe("0.5 (0.25–2)");
  });

  it("that was measured once has no spread", () => {
    expect(ratioText([1.5])).toBe("1.5");
  });

  it.each([
    [0.012345, "0.0123"],
    [12_345, "12300"],
    [1, "1"],
  ])("has three digits: %d", (value, text) => {
    expect(figure(value)).toBe(text);
  });
});
