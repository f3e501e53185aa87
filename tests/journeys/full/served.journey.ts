import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { differences } from "../../../tools/check/served-pages";

const CLIENT = join(import.meta.dirname, "../../../build/app/client");

test("the site that runs serves its build, and nothing else", async () => {
  const { site, sandbox } = inject("addresses");
  const paths = ["/", "/pricing", "/payment", "/payment/yearly", "/ar/payment/yearly", "/receipts", "/cancel"];
  // The sandbox's bot check is a script of the sandbox.
  expect(await differences({ origin: site, paths, clientDir: CLIENT, allowed: [sandbox] })).toEqual([]);
});
