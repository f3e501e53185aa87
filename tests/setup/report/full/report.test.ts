import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../../..");

/** Runs one of the fixtures as Vitest runs tests. @returns what it printed, without what it said of failures, and which tests failed */
async function run(...args: string[]) {
  const config = join(import.meta.dirname, "../fixture", "vitest.config.ts");
  const child = spawn(join(ROOT, "node_modules/.bin/vitest"), ["run", "--config", config, ...args], {
    cwd: ROOT,
    env: { NODE_ENV: "test", PATH: process.env.PATH, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [printed, failures, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const failed = [...failures.matchAll(/^ FAIL .+ > (.+)$/gm)].map(([, name]) => name);
  return { code, lines: printed.split("\n"), failed };
}

describe("a run", () => {
  let ran: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    ran = await run("exceptions");
  });

  it("takes a journey again whose step or whose whole took too long, and says why", () => {
    expect(ran.lines.filter((line) => line.startsWith("Taken again: "))).toEqual([
      expect.stringMatching(/ > a step waits in vain once \(browserType\.connect: Timeout 20ms exceeded\.?\)$/),
      expect.stringMatching(/ > a step waits in vain each time \(browserType\.connect: Timeout 20ms exceeded\.?\)$/),
      expect.stringMatching(/ > all of it takes too long once \(Test timed out in 100ms\.\)$/),
    ]);
  });

  it("fails at once where a page showed something else or a browser complained, and at the second time in vain", () => {
    expect(ran.code).toBe(1);
    expect([...new Set(ran.failed)]).toEqual([
      "a step waits in vain each time",
      "a page shows something else once",
      "a step waits in vain once, and the browser has complained",
    ]);
  });

  it("names what is skipped with what it needs", () => {
    expect(ran.lines.filter((line) => line.startsWith("Skipped"))).toEqual([
      expect.stringMatching(/^Skipped, needs some-tool: .+ > of a tool > what it says is read$/),
    ]);
  });
});

it("a run in which something is skipped without a reason fails, and names it", async () => {
  const { code, lines } = await run("unexplained");
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/^Skipped without a reason.+: .+ > nobody says why this is skipped$/),
  );
});

it("a run of some tests by their names skips the others without a word", async () => {
  const { code, lines } = await run("unexplained", "-t", "what is there passes");
  expect(code).toBe(0);
  expect(lines.filter((line) => line.startsWith("Skipped"))).toEqual([]);
});
