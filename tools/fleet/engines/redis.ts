import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { until } from "../until";
import { LOOPBACK, type Place } from "./engine";
import { type Program, run } from "./program";

/** A Redis or Valkey that keeps nothing on the disk. */
export class Redis {
  readonly url: string;
  readonly #password = randomBytes(16).toString("hex");
  #program: Program | undefined;

  constructor(
    readonly file: string,
    readonly port: number,
    readonly place: Place,
  ) {
    this.url = `redis://:${this.#password}@${LOOPBACK}:${port}`;
  }

  async start(): Promise<void> {
    const { folder, guard } = this.place;
    const settings = { port: this.port, bind: LOOPBACK, dir: folder, requirepass: this.#password, appendonly: "no" };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#program = run(
      {
        name: "Redis",
        file: this.file,
        args: [...args, "--save", ""],
        cwd: folder,
        env: {},
        logFile: join(folder, "redis.log"),
      },
      guard,
    );
    await until("Redis answers", () => this.#answers());
  }

  /** As a power cut would: it says goodbye to nobody. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  /** From now on it takes connections and answers nothing. */
  freeze(): void {
    this.#program?.signal("SIGSTOP");
  }

  thaw(): void {
    this.#program?.signal("SIGCONT");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#program?.signal(signal);
    await this.#program?.ended;
  }

  async #answers(): Promise<boolean> {
    const client = createClient({ url: this.url, socket: { reconnectStrategy: false } });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.ping()) === "PONG";
    } finally {
      client.destroy();
    }
  }
}
