import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { until } from "../until";
import type { Place } from "./engine";
import { type NginxLayout, nginxConfig, shippedNginx } from "./nginx-config";
import { type Program, run } from "./program";

const SHIPPED = resolve(import.meta.dirname, "../../../deploy/nginx-fleet.conf");

/** nginx in front of the copies, as deploy/nginx-fleet.conf has it. */
export class Nginx {
  readonly origin: string;
  readonly apiOrigin: string;
  #program: Program | undefined;

  constructor(
    readonly file: string,
    readonly layout: Omit<NginxLayout, "folder" | "user">,
    readonly place: Place,
  ) {
    this.origin = `http://localhost:${layout.port}`;
    this.apiOrigin = `http://localhost:${layout.apiPort}`;
  }

  async start(): Promise<void> {
    const { folder, guard } = this.place;
    const configFile = join(folder, "nginx.conf");
    const user = process.getuid?.() === 0 ? "root" : undefined;
    writeFileSync(configFile, nginxConfig(shippedNginx(SHIPPED), { ...this.layout, folder, user }));
    const logFile = join(folder, "nginx-start.log");
    const args = ["-p", folder, "-c", configFile, "-e", join(folder, "nginx-error.log")];
    this.#program = run({ name: "nginx", file: this.file, args, cwd: folder, env: {}, logFile }, guard);
    await until("nginx answers", async () => {
      if (this.#program?.isRunning() !== true) throw new Error(this.#program?.log());
      return (await fetch(this.origin)).status > 0;
    });
  }

  async stop(): Promise<void> {
    this.#program?.signal("SIGQUIT");
    await this.#program?.ended;
  }
}
