import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

interface Instruction {
  /** In capitals, such as RUN. */
  name: string;
  /** Without its flags. */
  text: string;
  flags: Readonly<Record<string, string>>;
}

export interface Stage {
  /** What it begins with: another stage's name, or an image. */
  from: string;
  name: string | undefined;
  instructions: Instruction[];
}

const INSTRUCTION = /^([A-Z]+)((?:\s+--[\w-]+=\S+)*)\s+(.+)$/;

/** The stages of deploy/Dockerfile. It has no continued lines, and no variables but the image that it begins with. */
export function dockerfileStages(): Stage[] {
  const lines = readFileSync(resolve(ROOT, "deploy/Dockerfile"), "utf8").split("\n");
  const stages: Stage[] = [];
  for (const { name, text, flags } of lines.flatMap(instructionOn)) {
    const [, from, as] = name === "FROM" ? (/^(\S+)(?:\s+AS\s+(\S+))?$/.exec(text) ?? []) : [];
    if (from !== undefined) stages.push({ from, name: as, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text, flags });
  }
  return stages;
}

/** The stage that becomes the image. */
export function lastStage(): Stage {
  const stage = dockerfileStages().at(-1);
  if (stage === undefined) throw new Error("deploy/Dockerfile has no stage");
  return stage;
}

function instructionOn(line: string): Instruction[] {
  if (line.trim() === "" || line.startsWith("#")) return [];
  const [, name, given = "", text] = INSTRUCTION.exec(line) ?? [];
  if (name === undefined || text === undefined)
    throw new Error(`This line of deploy/Dockerfile is not understood: ${line}`);
  const flags = [...given.matchAll(/--([\w-]+)=(\S+)/g)].map(([, flag = "", value = ""]) => [flag, value]);
  return [{ name, text, flags: Object.fromEntries(flags) }];
}

/** The texts of every instruction of one name. */
export const textsOf = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);

/** What a build may copy: deploy/Dockerfile.dockerignore names all of it, and nothing else. */
export function contextPaths(): string[] {
  const lines = readFileSync(resolve(ROOT, "deploy/Dockerfile.dockerignore"), "utf8").split("\n");
  const [first, ...others] = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (first !== "*" || !others.every((line) => line.startsWith("!")))
    throw new Error("deploy/Dockerfile.dockerignore has to leave everything out, and then name what goes in");
  return others.map((line) => line.slice(1));
}
