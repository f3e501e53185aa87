import { LOOPBACK } from "./engine";

/** Who listens where. */
export interface NginxLayout {
  /** Where it keeps its files. */
  folder: string;
  /** Whom its workers run as, where it is started by root. */
  user: string | undefined;
  port: number;
  sandboxPort: number;
  /** Ports of the copies, and of their sandboxes. */
  copies: readonly { port: number; sandboxPort: number }[];
}

/**
 * nginx as in deploy/nginx.conf, on loopback and without TLS. What matters for a fleet:
 * - a request that a copy did not answer goes to the next one, forms too: a form that comes twice is the same purchase;
 * - a connection to a copy is not kept for longer than a copy goes on taking requests after it was told to stop;
 * - built files are kept, so those of the last build are there for pages that are open still.
 */
export function nginxConfig({ folder, user, port, sandboxPort, copies }: NginxLayout): string {
  const servers = (ports: readonly number[]) =>
    ports.map((one) => `    server ${LOOPBACK}:${one} max_fails=0;`).join("\n");
  return `daemon off;
worker_processes 1;
${user === undefined ? "" : `user ${user};\n`}pid ${folder}/nginx.pid;
error_log ${folder}/nginx-error.log warn;
events { worker_connections 1024; }
http {
  log_format fleet '$time_iso8601 $status $request_time "$request" to $upstream_addr ($upstream_status)';
  access_log ${folder}/nginx-access.log fleet;
  default_type application/octet-stream;
  keepalive_timeout 600s;
${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `  ${name}_temp_path ${folder}/nginx-${name};`).join("\n")}
  proxy_cache_path ${folder}/nginx-assets keys_zone=assets:8m max_size=512m inactive=30d use_temp_path=off;

  # Every visitor of the fleet has an address of their own.
  set_real_ip_from ${LOOPBACK};
  real_ip_header X-Forwarded-For;

  upstream site {
${servers(copies.map((copy) => copy.port))}
    keepalive 32;
    keepalive_timeout 1s;
  }
  upstream sandbox {
${servers(copies.map((copy) => copy.sandboxPort))}
  }

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_connect_timeout 2s;
  proxy_read_timeout 190s;
  proxy_next_upstream error timeout http_502 http_503 non_idempotent;
  proxy_next_upstream_tries 3;
  client_max_body_size 64k;

  server {
    listen ${LOOPBACK}:${port};
    location / { proxy_pass http://site; }
    location /assets/ {
      proxy_pass http://site;
      proxy_next_upstream error timeout http_404 http_502 http_503;
      proxy_cache assets;
      proxy_cache_valid 200 30d;
      proxy_cache_use_stale error timeout http_502 http_503 http_504;
    }
  }
  server {
    listen ${LOOPBACK}:${sandboxPort};
    location / { proxy_pass http://sandbox; }
  }
}
`;
}
