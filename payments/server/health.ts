import type { RequestHandler, Response } from "express";
import { sql } from "kysely";
import type { Db } from "../store/database";

const MOST_MS = 2_000;

/**
 * /livez: the process runs; /readyz: it takes calls, and its database answers. As the site's; probes come by IP address, so they are
 * answered before the Host header is looked at.
 */
export function health(db: Db, isStopping: () => boolean): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    if (request.path === "/livez" || request.path === "/healthz") return send(response, 200, "alive");
    if (request.path !== "/readyz") return next();
    if (isStopping()) return send(response, 503, "stopping");
    answers(db).then((isThere) =>
      isThere ? send(response, 200, "ready") : send(response, 503, "the database does not answer"),
    );
  };
}

function send(response: Response, code: number, status: string): void {
  response.status(code).set("Cache-Control", "no-store").json({ status });
}

/** Whether it does so in time. */
const answers = (db: Db): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), MOST_MS);
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      resolve(isThere);
    };
    sql`select 1`.execute(db).then(
      () => end(true),
      () => end(false),
    );
  });
