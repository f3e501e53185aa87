import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** One import of a file by another; both as paths from the project's root. */
export interface Import {
  from: string;
  to: string;
  /** The imported names; empty where the whole module is imported. */
  names: string[];
  /** By `import * as` or `import()`: any of its exports may be used. */
  isWhole: boolean;
}

export interface Source {
  path: string;
  text: string;
}

const isSource = (path: string): boolean => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts");

/** The TypeScript files, and the few modules in plain JavaScript, below a folder. */
export const sourcesIn = (folder: string): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter(isSource)
    .map((path) => join(folder, path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

/** The TypeScript files at the top of the project. */
export const ROOT_FILES: readonly Source[] = readdirSync(ROOT)
  .filter(isSource)
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

const STATEMENT =
  /(?:^|\n)(?:import|export)\s([^;"']*?)\sfrom\s"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s"([^"]+)"/g;

/** The imports among the project's own files, dynamic ones and those of types included. */
export const importsOf = ({ path, text }: Source): Import[] =>
  [...text.matchAll(STATEMENT)].flatMap(([, clause = "", named, dynamic, bare]) => {
    const to = fileAt(path, named ?? dynamic ?? bare ?? "");
    return to === undefined
      ? []
      : [{ from: path, to, names: namesIn(clause), isWhole: dynamic !== undefined || clause.includes("* as") }];
  });

function fileAt(from: string, specifier: string): string | undefined {
  if (!/^[.~]/.test(specifier)) return undefined;
  const base = specifier.startsWith("~/") ? join("app", specifier.slice(2)) : normalize(join(dirname(from), specifier));
  return ["", ".ts", ".tsx"]
    .map((ending) => base + ending)
    .find((path) => isSource(path) && existsSync(join(ROOT, path)));
}

const namesIn = (clause: string): string[] =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? "")
    .split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^type\s+/, "")
        .replace(/\s+as\s+.*$/, ""),
    )
    .filter((name) => name !== "");

const EXPORT = /^export\s+(?:async\s+)?(?:const|function|class|interface|type|enum)\s+(\w+)/gm;

export const exportsOf = ({ text }: Source): string[] => [...text.matchAll(EXPORT)].map(([, name = ""]) => name);
