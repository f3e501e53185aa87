import { expect, it } from "vitest";
import { createLog, logDestination } from "~/create-log.server";

/** What somebody sees who started the site on a terminal. */
function onTerminal() {
  const seen: string[] = [];
  const stderr = { isTTY: true, write: (text: string) => seen.push(text) > 0 };
  return { log: createLog("info", logDestination(stderr)), seen: () => seen.join("") };
}

const CLOCK = /^\d\d:\d\d:\d\d /gm;
const untimed = (text: string) => text.replaceAll(CLOCK, "");

it("on a terminal a request is a short line, and files that pages bring along are none unless they fail", () => {
  const { log, seen } = onTerminal();
  const request = { requestId: "req-1", method: "GET", query: [], ms: 12, bytes: 900 };
  log.info({ ...request, path: "/payment/yearly", query: ["country", "o"], status: 200 });
  for (const path of ["/assets/root-4f1d.js", "/brands/default.svg", "/locales/de/home.json", "/@vite/client"])
    log.info({ ...request, path, status: 200 });
  log.info({ ...request, path: "/assets/gone.js", status: 404 });
  expect(untimed(seen())).toBe("200 GET /payment/yearly?country&o 12 ms\n404 GET /assets/gone.js 12 ms\n");
});

it("on a terminal anything else is its message with what belongs to it, and what failed", () => {
  const { log, seen } = onTerminal();
  log.info({ sandbox: 7 }, "the sandbox runs in a process of its own");
  log.warn({ reason: "timeout", token: "s3cr3t" }, "geo info not available");
  log.error({ err: new Error("no plans") }, "a page failed");
  const [first, second, third, ...stack] = untimed(seen()).split("\n");
  expect([first, second, third]).toEqual([
    "the sandbox runs in a process of its own sandbox=7",
    "warning: geo info not available reason=timeout token=[redacted]",
    "error: a page failed",
  ]);
  expect(stack.join("\n")).toMatch(/^Error: no plans\n {4}at /);
});

it("where nobody reads along it is JSON", () => {
  const written: string[] = [];
  const stderr = { isTTY: false, write: (text: string) => written.push(text) > 0 };
  logDestination(stderr);
  expect(logDestination(stderr)).toHaveProperty("fd", 2);
  expect(written).toEqual([]);
});
