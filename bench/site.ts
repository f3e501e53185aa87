import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the site with its own sandbox on free ports, runs the measurements against it, and ends it. */
export async function withSite(measure: (origin: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "vpn-checkout-bench-"));
  const site = spawn(process.execPath, ["--import", "tsx", "server.ts"], {
    env: {
      ...process.env,
      PORT: "0",
      SANDBOX_PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await measure(await printedOrigin(site));
  } finally {
    site.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function printedOrigin(site: ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of site.stdout ?? []) {
    printed += String(chunk);
    const origin = /^Site\s+(\S+?)\/$/m.exec(printed)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error("The site ended before it was ready");
}
