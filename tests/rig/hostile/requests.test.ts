import { expect, it } from "vitest";
import type { RealVisit } from "../../../tools/rig/hostile/real-visit";
import { hostileRequest } from "../../../tools/rig/hostile/requests";
import { PATHS } from "../../../tools/rig/hostile/surface";

const REAL: RealVisit = {
  emails: ["someone@victims.example"],
  tokens: new Map([
    ["o", "aaaa.bbbb.cccc.dddd"],
    ["k", "eeee.ffff.gggg.hhhh"],
  ]),
  forms: [{ path: "/payment/monthly", fields: new Map([["quote", "aaaa"]]) }],
  cookies: new Map([["csrf", "x"]]),
};
const madeFrom = (seed: number) =>
  Array.from({ length: 300 }, (_, number) => hostileRequest(number, seed, REAL, "http://shop.test"));

it("the same seed makes the same requests, another seed others", () => {
  expect(madeFrom(1)).toEqual(madeFrom(1));
  expect(madeFrom(1)).not.toEqual(madeFrom(2));
});

it("they come by every way in", () => {
  const ways = new Set(madeFrom(1).map(({ what }) => what.split(" ")[0]));
  expect([...ways]).toEqual(expect.arrayContaining(["path", "parameter", "cookie", "header", "field", "redirect"]));
});

it("no request brings a whole token beside what it may not see", () => {
  const whole = madeFrom(1).filter(
    ({ secrets, path, headers }) =>
      secrets.length > 0 &&
      [...REAL.tokens.values()].some((token) => path.endsWith(`=${token}`) || headers.cookie?.endsWith(`=${token}`)),
  );
  expect(whole).toEqual([]);
});

it("every route of the app is among the paths", () => {
  expect(PATHS).toEqual(
    expect.arrayContaining([
      "/",
      "/$",
      "/payment/$",
      "/paystatus",
      "/paystatus/state",
      "/receipts/$",
      "/robots.txt",
      "/return/$",
    ]),
  );
});
