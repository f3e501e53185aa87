import fc from "fast-check";
import { expect, it } from "vitest";
import { networksOf } from "~/security/limits/rate-limit.server";
import { runs } from "../setup/effort";

const names = (address: string | undefined) => networksOf(address).map(({ name }) => name);

it("an IPv6 address is in a network of a household, of a customer and of an office, each with a larger share", () => {
  expect(networksOf("2001:db8:7:1234::1")).toEqual([
    { name: "2001:db8:7:1234/64", share: 1 },
    { name: "2001:db8:7:1200/56", share: 4 },
    { name: "2001:db8:7:0/48", share: 16 },
  ]);
});

it("an IPv4 address is a network of its own, also where it is written as IPv6", () => {
  expect(names("192.0.2.7")).toEqual(["192.0.2.7"]);
  expect(names("::ffff:192.0.2.7")).toEqual(["192.0.2.7"]);
});

it("where the host names no address, nobody is in a network with all others", () => {
  expect([names(undefined), names("")]).toEqual([[], []]);
});

it("two addresses share a network if and only if they begin with the same bits", () => {
  const group = fc.integer({ min: 1, max: 0xffff });
  const prefix = fc.tuple(group, group, group, group);
  const written = (groups: readonly number[]) => `${groups.map((n) => n.toString(16)).join(":")}::1`;
  fc.assert(
    fc.property(prefix, prefix, fc.nat(4), (one, another, same) => {
      const other = [...one.slice(0, same), ...another.slice(same)];
      const [a, b] = [names(written(one)), names(written(other))];
      const bits = (groups: readonly number[], n: number) =>
        groups
          .map((g) => g.toString(2).padStart(16, "0"))
          .join("")
          .slice(0, n);
      for (const [n, width] of [64, 56, 48].entries()) {
        expect(a[n] === b[n]).toBe(bits(one, width) === bits(other, width));
      }
    }),
    { numRuns: runs(1_000) },
  );
});
