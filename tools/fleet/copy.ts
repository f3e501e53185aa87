import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LOOPBACK, type Place } from "./engines/engine";
import { type Program, run } from "./engines/program";
import { until } from "./until";

export interface CopyPorts {
  port: number;
  /** Of the payments API beside it. */
  apiPort: number;
  metricsPort: number;
}

/** What a copy runs: the tree with its build, and what is set for it beside its own ports and folder. */
export interface Release {
  root: string;
  variables: Readonly<Record<string, string>>;
  /** The one that is told the port of its payments API. */
  portVariable: string;
}

/** One copy of the site, with its payments API. */
export class Copy {
  /** Where this copy alone is reached. */
  readonly origin: string;
  #program: Program | undefined;
  /** Told to end, and not begun again yet. */
  #isOver = false;

  constructor(
    readonly name: string,
    readonly ports: CopyPorts,
    readonly place: Place,
    readonly onDeath: (what: string) => void,
  ) {
    this.origin = `http://${LOOPBACK}:${ports.port}`;
  }

  /** Comes when it is ready. */
  async start({ root, variables, portVariable }: Release): Promise<void> {
    const { folder, guard } = this.place;
    const { PATH, HOME } = process.env;
    const dataDir = join(folder, this.name);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const own = {
      PORT: String(this.ports.port),
      [portVariable]: String(this.ports.apiPort),
      METRICS_PORT: String(this.ports.metricsPort),
      DATA_DIR: dataDir,
    };
    const env = { NODE_ENV: "production", LOG_LEVEL: "warn", PATH, HOME, ...variables, ...own } as const;
    const logFile = join(folder, `${this.name}.log`);
    const args = ["host/start/launch.mjs"];
    this.#isOver = false;
    const program = run({ name: this.name, file: process.execPath, args, cwd: root, env, logFile }, guard);
    this.#program = program;
    void this.#watch(program);
    await until(`${this.name} is ready`, async () => {
      if (!program.isRunning()) throw new Error(`it has ended:\n${program.log()}`);
      return (await fetch(`${this.origin}/readyz`)).status === 200;
    });
  }

  /** As a supervisor does it: SIGTERM, and it has to end well. @throws where it does not */
  async stop(): Promise<void> {
    const { code, signal } = await this.#end("SIGTERM");
    if (code !== 0) throw new Error(`${this.name} did not end well: ${signal ?? `exit ${code}`}`);
  }

  /** As a power cut would: no handler runs. Its payments API goes with it. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals) {
    this.#isOver = true;
    this.#program?.signal(signal);
    return (await this.#program?.ended) ?? { code: 0, signal: null };
  }

  async #watch(program: Program): Promise<void> {
    const { code, signal } = await program.ended.catch(() => ({ code: null, signal: null }));
    if (!this.#isOver) this.onDeath(`${this.name} ended by itself (${signal ?? `exit ${code}`}):\n${program.log()}`);
  }
}
