import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { asUser, bubbleArguments, PATH } from "./bubble";
import { lastStage, textsOf } from "./dockerfile";

const command = z.array(z.string());
const info = z.object({ "child-pid": z.number() });

/** What deploy/Dockerfile says of whoever runs the image. */
function settings() {
  const stage = lastStage();
  const [entry = "[]"] = textsOf(stage, "ENTRYPOINT");
  const [health = ""] = textsOf(stage, "HEALTHCHECK");
  const words = textsOf(stage, "ENV").flatMap((line) => line.split(/\s+/));
  return {
    user: textsOf(stage, "USER").at(-1) ?? "",
    cwd: textsOf(stage, "WORKDIR").at(-1) ?? "/",
    entry: command.parse(JSON.parse(entry)),
    health: command.parse(JSON.parse(health.replace(/^.*?CMD /, ""))),
    env: Object.fromEntries(words.map((word) => word.split("=", 2))),
  };
}

/** An image that is a folder, run as `docker run --read-only --tmpfs /tmp -v <data>:/data` would. */
export class Image {
  readonly #settings = settings();

  constructor(
    readonly root: string,
    readonly data: string,
    readonly variables: Readonly<Record<string, string>>,
  ) {}

  #arguments(run: readonly string[]): string[] {
    const { user, cwd, env } = this.#settings;
    return bubbleArguments({
      root: this.root,
      isReadOnly: true,
      cwd,
      env: { PATH, ...env, ...this.variables },
      folders: { [env.DATA_DIR ?? "/data"]: this.data },
      command: asUser(user, run),
    });
  }

  /** Its output goes to this file. */
  async start(logFile: string): Promise<RunningImage> {
    const log = openSync(logFile, "a");
    const args = ["--as-pid-1", "--info-fd", "3", ...this.#arguments(this.#settings.entry)];
    const child = spawn("bwrap", args, { stdio: ["ignore", log, log, "pipe"] });
    closeSync(log);
    const told = child.stdio[3];
    if (told == null || !("read" in told)) throw new Error("bwrap says nothing of its child");
    const pid = info.parse(JSON.parse(await text(told)))["child-pid"];
    return new RunningImage(child, pid);
  }

  /** @returns the exit code of the HEALTHCHECK */
  async health(): Promise<number | null> {
    return this.run(this.#settings.health);
  }

  /** Runs another command as the image's user. */
  async run(command: readonly string[]): Promise<number | null> {
    const child = spawn("bwrap", this.#arguments(command), { stdio: "ignore" });
    await once(child, "exit");
    return child.exitCode;
  }

  /** In MB, as `du` counts. */
  size(path: string): string {
    const [kilobytes = "0"] = execFileSync("du", ["-sk", `${this.root}${path}`], { encoding: "utf8" }).split("\t");
    return `${(Number(kilobytes) / 1024).toFixed(1)} MB`;
  }
}

class RunningImage {
  constructor(
    readonly child: ChildProcess,
    readonly pid: number,
  ) {}

  /** As `docker stop` does. @returns its exit code */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const exited = once(this.child, "exit");
    process.kill(this.pid, "SIGTERM");
    await exited;
    return this.child.exitCode;
  }
}
