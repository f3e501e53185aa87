import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { needsTool } from "../../tools/image/installed";
import { freePort } from "../journeys/free-port";

/** Grafana's. */
export const needsTempo = needsTool("tempo");

const id = z.base64().transform((text) => Buffer.from(text, "base64").toString("hex"));
const value = z.object({ stringValue: z.string() }).or(z.object({ intValue: z.coerce.number() }));
const span = z.object({
  traceId: id,
  spanId: id,
  parentSpanId: id.optional(),
  name: z.string(),
  kind: z.string(),
  attributes: z.array(z.object({ key: z.string(), value })).default([]),
});
/** A trace as Tempo gives it back. */
const found = z.object({ batches: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })) });

/** Tempo, with the receiver of the OpenTelemetry Collector, on free ports until the test ends. */
export async function runTempo() {
  const [api, grpc, otlp] = [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), "tempo-"));
  const config = join(folder, "tempo.json");
  // YAML, which JSON is a part of.
  writeFileSync(config, JSON.stringify(configOf(folder, api, grpc, otlp)));
  const server = spawn("tempo", ["-config.file", config], { stdio: "ignore" });
  onTestFinished(() => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${api}`;
  const statusOf = async (path: string) => (await fetch(origin + path).catch(() => undefined))?.status;
  await expect.poll(() => statusOf("/ready"), { timeout: 30_000, interval: 250 }).toBe(200);
  const trace = async (traceId: string) => {
    await expect.poll(() => statusOf(`/api/traces/${traceId}`), { timeout: 30_000, interval: 250 }).toBe(200);
    const { batches } = found.parse(await (await fetch(`${origin}/api/traces/${traceId}`)).json());
    return batches.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  };
  return { endpoint: `http://127.0.0.1:${otlp}`, trace };
}

const configOf = (folder: string, api: number, grpc: number, otlp: number) => ({
  server: {
    http_listen_address: "127.0.0.1",
    http_listen_port: api,
    grpc_listen_address: "127.0.0.1",
    grpc_listen_port: grpc,
  },
  distributor: { receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${otlp}` } } } } },
  ingester: {
    lifecycler: {
      address: "127.0.0.1",
      min_ready_duration: "0s",
      ring: { kvstore: { store: "inmemory" }, replication_factor: 1 },
    },
  },
  memberlist: { bind_addr: ["127.0.0.1"] },
  storage: {
    trace: { backend: "local", local: { path: join(folder, "blocks") }, wal: { path: join(folder, "wal") } },
  },
  usage_report: { reporting_enabled: false },
});
