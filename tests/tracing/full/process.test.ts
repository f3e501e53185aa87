import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { startProcess } from "../../host/started-process";
import { startCollector, startSilentCollector } from "../collector";

async function run(variables: Record<string, string>) {
  const child = startProcess("tests/tracing/traced-process.ts", variables);
  const said = text(child.stderr);
  const { value: port } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const loaded: unknown = await (await fetch(`http://127.0.0.1:${port}/pricing`)).json();
  const end = async () => {
    const exit = once(child, "exit");
    const startedAt = performance.now();
    child.kill("SIGTERM");
    const [code] = await exit;
    return { code, ms: performance.now() - startedAt, said: await said };
  };
  return { loaded, end };
}

it("without a collector nothing of the SDK is loaded", async () => {
  const { loaded, end } = await run({});
  expect(loaded).toEqual(["api"]);
  expect(await end()).toMatchObject({ code: 0, said: "" });
});

it("a process that ends sends its last spans first", async () => {
  const collector = await startCollector();
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: "1" };
  const { loaded, end } = await run(variables);
  expect(loaded).toEqual(expect.arrayContaining(["api", "sdk-trace-base", "exporter-trace-otlp-proto"]));
  // They wait for more of them for 5 seconds.
  expect(collector.bodies).toEqual([]);
  expect(await end()).toMatchObject({ code: 0, said: "" });
  expect(collector.spans().map(({ name }) => name)).toEqual(["render", "GET pricing"]);
});

it("a process that ends waits two seconds for a collector that does not answer", async () => {
  const { end } = await run({
    OTEL_EXPORTER_OTLP_ENDPOINT: await startSilentCollector(),
    OTEL_TRACES_SAMPLER_ARG: "1",
  });
  const { code, ms } = await end();
  expect(code).toBe(0);
  expect(ms).toBeGreaterThan(1_900);
  expect(ms).toBeLessThan(9_000);
});
