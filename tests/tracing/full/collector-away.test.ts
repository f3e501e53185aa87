import { afterEach, expect, it, vi } from "vitest";
import { createLog } from "~/create-log.server";
import { FailureLog } from "../../../host/tracing/failure-log";
import { freePort } from "../../journeys/free-port";
import { startRefusingCollector, startSilentCollector } from "../collector";
import { runTracedHost, traceTo } from "../traced-host";

const PAGES = 20;
/** Far more than all of them take, and far less than if each waited for the three seconds a batch may take. */
const AT_MOST_MS = 20_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["is not there", async () => `http://127.0.0.1:${await freePort()}`],
  ["never answers", startSilentCollector],
  ["refuses", startRefusingCollector],
])("pages come as ever where the collector %s, and the log has one line", async (_, start) => {
  const { host, stop, warnings } = await traceTo(await start(), {
    variables: { OTEL_EXPORTER_OTLP_HEADERS: "key=s3cr3t" },
  });
  const startedAt = performance.now();
  for (let n = 0; n < PAGES; n += 1) {
    const answer = await fetch(`${host.origin}/pricing`);
    expect([answer.status, await answer.text()]).toEqual([200, "<h1>/pricing fine</h1>"]);
  }
  expect(performance.now() - startedAt).toBeLessThan(AT_MOST_MS);
  await stop();
  expect(warnings.length).toBeLessThanOrEqual(1);
  expect(warnings.join()).not.toMatch(/s3cr3t|pricing/);
});

it("an end waits two seconds for a collector, and not as long as that may take for a batch", async () => {
  const { host, stop, warnings } = await traceTo(await startSilentCollector());
  await (await fetch(`${host.origin}/pricing`)).text();
  await stop();
  // After three seconds the last batch would have been given up, and the log would say so.
  expect(warnings).toEqual([]);
});

it("what went wrong is told once a minute, without what the collector said", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines: string[] = [];
  const failures = new FailureLog(createLog("warn", { write: (line) => void lines.push(line) }));
  const failure = JSON.stringify({ stack: "at x", message: "Bad Request", code: "400", data: "all that was sent" });
  for (let n = 0; n < 5; n += 1) failures.error(failure);
  vi.advanceTimersByTime(60_000);
  failures.warn("Dropped 7 spans because maxQueueSize reached");
  const told = lines.map((line): unknown => JSON.parse(line));
  expect(told).toMatchObject([
    { reason: "400 Bad Request", before: 0 },
    { reason: "Dropped 7 spans because maxQueueSize reached", before: 4 },
  ]);
  expect(lines.join()).not.toContain("all that was sent");
});

it("headers for the collector are decoded", async () => {
  const variables = { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%3Db, x-tenant = shop " };
  const { host, collector, finish } = await runTracedHost({ variables });
  await (await fetch(`${host.origin}/pricing`)).text();
  await finish();
  expect(collector.headers).toMatchObject([{ authorization: "Bearer a=b", "x-tenant": "shop" }]);
});
