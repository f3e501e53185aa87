import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LOOPBACK } from "./engine";

/** Who listens where. */
export interface NginxLayout {
  /** Where it keeps its files. */
  folder: string;
  /** Whom its workers run as, where it is started by root. */
  user: string | undefined;
  port: number;
  /** Before the payments APIs. */
  apiPort: number;
  /** Ports of the copies, and of their payments APIs. */
  copies: readonly { port: number; apiPort: number }[];
}

/** Every visitor of the fleet has an address of their own: nginx is told it by whoever sends for them, who is on this machine. */
const VISITORS = `
  set_real_ip_from ${LOOPBACK};
  real_ip_header X-Forwarded-For;`;

/**
 * deploy/nginx-fleet.conf as it stands, except for where it listens, where the copies are and where its files go. @param shipped that file
 * @throws where there is something that it should have and has not
 */
export function nginxConfig(shipped: string, layout: NginxLayout): string {
  const { folder, user, port, apiPort, copies } = layout;
  const changes: [from: string | RegExp, to: string][] = [
    [/^worker_processes auto;$/m, `worker_processes 1;\ndaemon off;${user === undefined ? "" : `\nuser ${user};`}`],
    [/^http \{$/m, `http {${VISITORS}`],
    [/(?<= )\/tmp\//g, `${folder}/`],
    ["/dev/stderr crit", `${folder}/nginx-error.log warn`],
    ["/dev/stdout", `${folder}/nginx-access.log`],
    ["/var/cache/nginx/", `${folder}/nginx-`],
    ["listen 8080;", `listen ${LOOPBACK}:${port};`],
    ["listen 8081;", `listen ${LOOPBACK}:${apiPort};`],
    ...copies.flatMap((copy, index): [string, string][] => [
      [`copy-${index + 1}:3000`, `${LOOPBACK}:${copy.port}`],
      [`copy-${index + 1}:3001`, `${LOOPBACK}:${copy.apiPort}`],
    ]),
  ];
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`deploy/nginx-fleet.conf has no ${from}`);
    return changed;
  }, shipped);
}

/** A file of deploy/ for nginx, with what it includes in its place. */
export const shippedNginx = (file: string): string =>
  readFileSync(file, "utf8").replace(/^ *include (nginx\/\S+);$/gm, (_line, name: string) =>
    readFileSync(join(dirname(file), name), "utf8"),
  );
