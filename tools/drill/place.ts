import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../tests/journeys/free-port";
import { makeDataDir } from "../../tests/journeys/running-site";
import { ORDINARY_WAITS, type StartedChild, startChild } from "../../tests/journeys/started-child";
import { until } from "../fleet/until";

/** What is set for the site beside what every drill needs, and for its payments API. */
export interface Wanted {
  variables?: Readonly<Record<string, string>>;
  sandbox?: Readonly<Record<string, string>>;
}

export type Samples = ReadonlyMap<string, number>;

/** One copy of the site in production, as an operator runs it: with a payments API elsewhere, metrics and a log. */
export class Copy {
  #child: StartedChild | undefined;
  starts = 0;

  constructor(
    readonly name: string,
    readonly origin: string,
    private readonly variables: Readonly<Record<string, string>>,
    private readonly logFile: string,
  ) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(more: Readonly<Record<string, string>> = {}, launch = "host/start/launch.mjs"): Promise<void> {
    this.starts += 1;
    this.#child = startChild([launch], { ...this.variables, ...more }, this.logFile);
    await this.#child.firstPrinted((line) => line);
    await until(`${this.name} is ready`, async () => (await fetch(`${this.origin}/readyz`)).ok);
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    await this.#child?.end(signal);
    this.#child = undefined;
  }

  /** What Prometheus reads; undefined where nobody answers. */
  async metrics(): Promise<Samples | undefined> {
    const text = await fetch(`http://127.0.0.1:${this.variables.METRICS_PORT}/metrics`)
      .then((answer) => answer.text())
      .catch(() => undefined);
    const lines = text?.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return (
      lines && new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]))
    );
  }

  log(): string[] {
    return readFileSync(this.logFile, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  }
}

export interface Place {
  /** Its own, for what a drill makes; gone with it. */
  folder: string;
  /** The origin of the payments API, with its fault lab. */
  sandbox: string;
  copies: readonly [Copy, Copy];
  end(): Promise<void>;
}

/** A sandbox that runs by itself, and two copies of a site on it, of which nothing is started yet. */
export async function makePlace({ variables = {}, sandbox = {} }: Wanted): Promise<Place> {
  const { dataDir, removeDataDir } = makeDataDir();
  const ports = await Promise.all(Array.from({ length: 5 }, freePort));
  const origins = ports.map((port) => `http://localhost:${port}`);
  const [api = "", first = "", second = ""] = origins;
  const common = {
    ...ORDINARY_WAITS,
    LOG_LEVEL: "info",
    TRUST_PROXY_HOPS: "1",
    API_BASE_URL: api,
    PAYMENTS_TEST_MODE: "1",
    REDIRECT_HOSTS: new URL(api).host,
    SESSION_SECRETS: randomBytes(32).toString("hex"),
    ...variables,
  };
  const copyAt = (name: string, origin: string, metricsPort: number | undefined) => {
    const own = { PORT: new URL(origin).port, METRICS_PORT: String(metricsPort), DATA_DIR: join(dataDir, name) };
    return new Copy(name, origin, { ...common, PUBLIC_ORIGIN: first, ...own }, join(dataDir, `${name}.log`));
  };
  const copies = [copyAt("copy-1", first, ports[3]), copyAt("copy-2", second, ports[4])] as const;
  const child = startChild(
    ["--import", "tsx", "sandbox/main.ts"],
    {
      PORT: new URL(api).port,
      SANDBOX_ORIGIN: api,
      SITE_ORIGIN: first,
      DATA_DIR: join(dataDir, "sandbox"),
      ...sandbox,
    },
    join(dataDir, "sandbox.log"),
  );
  await until("the sandbox is ready", async () => (await fetch(`${api}/control/faults.json`)).ok);
  const end = async () => {
    await Promise.all(copies.map((copy) => copy.end("SIGKILL")));
    await child.end("SIGKILL");
    removeDataDir();
  };
  return { folder: dataDir, sandbox: api, copies, end };
}
