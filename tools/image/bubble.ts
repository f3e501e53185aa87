import { existsSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the machine has that an image's base would have: the system, and Node where it is not part of it. */
const SYSTEM = ["/usr", "/etc", "/bin", "/sbin", "/lib", "/lib64"];

/** As an image has it, and where this Node is. */
export const PATH = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

interface Bubble {
  /** Becomes its /. */
  root: string;
  isReadOnly: boolean;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Folders of this machine that may be written, by where they are in there. */
  folders?: Readonly<Record<string, string>>;
  command: readonly string[];
}

/** The arguments with which `bwrap` runs a command in a folder as if that were the whole machine, with the network of this one. */
export function bubbleArguments({ root, isReadOnly, cwd, env, folders = {}, command }: Bubble): string[] {
  const system = [...SYSTEM, dirname(dirname(process.execPath))].filter((path) => existsSync(path));
  const mounted = system.filter((path) => linkAt(path) === undefined);
  for (const path of [...mounted, "/tmp", "/proc", "/dev", ...Object.keys(folders)])
    mkdirSync(join(root, path), { recursive: true });
  for (const path of system) copyLink(path, join(root, path));
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : ["--setenv", name, value]));
  return [
    ...[isReadOnly ? "--ro-bind" : "--bind", root, "/"],
    ...mounted.flatMap((path) => ["--ro-bind", path, path]),
    ...Object.entries(folders).flatMap(([inside, outside]) => ["--bind", outside, inside]),
    ...["--tmpfs", "/tmp", "--proc", "/proc", "--dev", "/dev"],
    ...["--unshare-pid", "--unshare-ipc", "--die-with-parent", "--cap-add", "ALL"],
    ...["--chdir", cwd, "--clearenv", ...set, "--", ...command],
  ];
}

/** Debian's /bin is a link to usr/bin. */
function copyLink(from: string, to: string): void {
  const link = linkAt(from);
  if (link !== undefined && linkAt(to) === undefined) symlinkSync(link, to);
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** As `USER 1000:1000` and `--cap-drop ALL --security-opt no-new-privileges` would have it. */
export const asUser = (user: string, command: readonly string[]): string[] => {
  const [uid = "", gid = uid] = user.split(":");
  const rights = ["--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"];
  return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, ...rights, ...command];
};
