import type { RequestHandler } from "express";
import { Refusal } from "../answers/refusal";
import type { Site } from "../site";

const OF_BUILD = /^\/builds\/([^/]+)\.json$/;

/** Answers pages that stay open with the build that is served now, and what is in it. Other builds are not found. */
export function version(site: Site): RequestHandler {
  return (request, response, next) => {
    const { build } = site;
    const isVersion = request.path === "/version.json";
    const [, wanted] = OF_BUILD.exec(request.path) ?? [];
    if (!isVersion && wanted === undefined) return next();
    if (request.method === "POST") {
      response.setHeader("Allow", "GET, HEAD");
      return next(new Refusal(405, "method not allowed"));
    }
    if (build === undefined || (!isVersion && wanted !== build.id)) return next(new Refusal(404, "no such build"));
    if (isVersion) return response.set("Cache-Control", "no-store").json({ build: build.id });
    response.set("Cache-Control", "public, max-age=31536000, immutable");
    response.json({ build: build.id, routes: build.routes });
  };
}
