import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, posix } from "node:path";
import { bubbleArguments, PATH } from "./bubble";
import { contextPaths, dockerfileStages, ROOT, type Stage } from "./dockerfile";

type Instruction = Stage["instructions"][number];

/** A stage that is being made: its folder is its /. */
interface Making {
  root: string;
  cwd: string;
  env: Record<string, string>;
}

/** Makes every stage of deploy/Dockerfile in a folder below this one, as a builder would. @returns the folder of the last */
export function buildStages(scratch: string, say: (text: string) => void): string {
  const context = join(scratch, "context");
  for (const path of contextPaths()) cpSync(join(ROOT, path), join(context, path), { recursive: true });
  const made = new Map<string, string>([["", context]]);
  let last = "";
  for (const [number, stage] of dockerfileStages().entries()) {
    const root = join(scratch, stage.name ?? `stage-${number}`);
    const base = made.get(stage.from);
    mkdirSync(root, { recursive: true });
    // Hard links: the stage that it begins with is not used any more.
    if (base !== undefined) execFileSync("cp", ["--archive", "--link", `${base}/.`, root]);
    const making: Making = { root, cwd: "/site", env: {} };
    for (const instruction of stage.instructions) {
      say(`${stage.name ?? "image"} | ${instruction.name} ${instruction.text.slice(0, 100)}`);
      STEPS[instruction.name]?.(instruction, making, made);
    }
    if (stage.name !== undefined) made.set(stage.name, root);
    last = root;
  }
  return last;
}

type Step = (instruction: Instruction, making: Making, made: ReadonlyMap<string, string>) => void;

/** What changes files, and what that depends on. The rest is for whoever runs the image. */
const STEPS: Readonly<Record<string, Step>> = {
  WORKDIR: ({ text }, making) => {
    making.cwd = text;
    mkdirSync(join(making.root, text), { recursive: true });
  },
  COPY: copy,
  RUN: run,
};

function copy({ text, flags }: Instruction, { root, cwd }: Making, made: ReadonlyMap<string, string>): void {
  const from = made.get(flags.from ?? "");
  if (from === undefined) throw new Error(`There is no stage ${flags.from}`);
  const words = text.split(/\s+/);
  const sources = words.slice(0, -1);
  const to = posix.resolve(cwd, words.at(-1) ?? "");
  const isInto = sources.length > 1 || text.endsWith("/");
  for (const source of sources) {
    const path = join(from, source);
    const into = isInto && !statSync(path).isDirectory() ? join(to, basename(source)) : to;
    cpSync(path, join(root, into), { recursive: true, preserveTimestamps: true });
  }
}

function run({ text, flags }: Instruction, { root, cwd }: Making): void {
  const cache = /target=([^,]+)/.exec(flags.mount ?? "")?.[1];
  const folders = cache === undefined ? {} : { [cache]: cacheFolder() };
  const settings = join(homedir(), ".npmrc");
  // A builder has an environment of its own. Where packages come from, it knows from its own settings; here those are ours.
  const ours = Object.entries(process.env).filter(([name]) =>
    /proxy|^NODE_EXTRA_CA_CERTS$|^npm_config_registry$/i.test(name),
  );
  if (existsSync(settings)) cpSync(settings, join(root, "root", ".npmrc"));
  const env = { ...Object.fromEntries(ours), PATH, HOME: "/root" };
  const command = ["/bin/sh", "-c", text];
  const args = bubbleArguments({ root, isReadOnly: false, cwd, env, folders, command });
  const { status, stdout, stderr } = spawnSync("bwrap", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`RUN ${text} failed (${status}):\n${stdout}${stderr}`);
}

function cacheFolder(): string {
  const folder = join(homedir(), ".npm");
  mkdirSync(folder, { recursive: true });
  return folder;
}
