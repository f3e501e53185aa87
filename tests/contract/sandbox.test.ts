import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/start";
import { checks } from "./checks";

describe("the sandbox keeps the contract:", () => {
  const siteOrigin = "http://localhost:3000";
  let dataDir: string;
  let sandbox: Sandbox;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "sandbox-contract-"));
    const log = pino({ level: "silent" });
    sandbox = await startSandbox({ host: "127.0.0.1", port: 0, dataDir, siteOrigin, log });
  });
  afterAll(async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(checks)("$name", async ({ run }) => {
    await run({ base: sandbox.origin, site: siteOrigin });
  });
});
