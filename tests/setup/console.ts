import { format } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";

const complaints: string[] = [];

const listen = (level: "error" | "warn") =>
  vi.spyOn(console, level).mockImplementation((...words) => {
    complaints.push(`console.${level}: ${format(...words)}`);
  });

let spies: { mockRestore(): void }[] = [];

beforeEach(() => {
  spies = [listen("error"), listen("warn")];
});

/** A test that expects a complaint gives the console an implementation of its own. */
afterEach(() => {
  for (const spy of spies) spy.mockRestore();
  expect(complaints.splice(0), "unexpected complaints on the console").toEqual([]);
});
