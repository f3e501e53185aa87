import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs of the engines, by absolute path. */
export interface Binaries {
  nginx: string;
  redis: string;
  initdb: string;
  postgres: string;
}

/** What each program may be called, and the Debian package that has it. */
const WANTED: Readonly<Record<keyof Binaries, { names: readonly string[]; from: string }>> = {
  nginx: { names: ["nginx"], from: "nginx" },
  redis: { names: ["valkey-server", "redis-server"], from: "redis-server" },
  initdb: { names: ["initdb"], from: "postgresql" },
  postgres: { names: ["postgres"], from: "postgresql" },
};

/** The newest PostgreSQL first: initdb and postgres have to be of one version. */
function folders(): string[] {
  const versions = filesIn("/usr/lib/postgresql").sort((one, other) => Number(other) - Number(one));
  const ofPostgres = versions.map((version) => join("/usr/lib/postgresql", version, "bin"));
  return [...ofPostgres, ...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function find(names: readonly string[]): string | undefined {
  const paths = names.flatMap((name) => folders().map((folder) => join(folder, name)));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** PostgreSQL's programs; undefined where it is not installed. */
export function postgresBinaries(): Pick<Binaries, "initdb" | "postgres"> | undefined {
  const [initdb, postgres] = [find(WANTED.initdb.names), find(WANTED.postgres.names)];
  return initdb === undefined || postgres === undefined ? undefined : { initdb, postgres };
}

/** @throws with the command that installs what is missing */
export function findBinaries(): Binaries {
  const missing = new Set<string>();
  const pathOf = (program: keyof Binaries): string => {
    const { names, from } = WANTED[program];
    const found = find(names);
    if (found === undefined) missing.add(from);
    return found ?? "";
  };
  const found = {
    nginx: pathOf("nginx"),
    redis: pathOf("redis"),
    initdb: pathOf("initdb"),
    postgres: pathOf("postgres"),
  };
  if (missing.size > 0)
    throw new Error(
      `The fleet runs on real parts, and some are not installed:\n  apt-get install ${[...missing].join(" ")}`,
    );
  return found;
}
