import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import staticCompressed from "express-static-gzip";
import { Refusal } from "../answers/refusal";
import type { Site } from "../site";

/** Folders without pages: a missing file there is a plain 404, without asking Remix. */
const FILE_FOLDERS = /^\/(assets|page-links)\//;

/** All built files have one, and pages need not be looked for among them. */
export const HAS_EXTENSION = /\.\w+$/;

/**
 * The built files. Names under /assets have a hash of the content, so the files never change, and they were compressed
 * at the best quality by the build.
 */
export function builtFiles(clientDir: string): RequestHandler {
  const options = { index: false, redirect: false, dotfiles: "ignore" } as const;
  const files = Router();
  files.use("/assets", hashedFiles(join(clientDir, "assets"), { ...options, immutable: true, maxAge: "1y" }));
  files.use("/assets", goneFile);
  const others = express.static(clientDir, { ...options, maxAge: "1h" });
  files.use((request, response, next) => (HAS_EXTENSION.test(request.path) ? others(request, response, next) : next()));
  files.use(missingFile);
  return files;
}

const hashedFiles = (folder: string, serveStatic: { immutable: true; maxAge: string }): RequestHandler =>
  staticCompressed(folder, { enableBrotli: true, orderPreference: ["br", "gz"], index: false, serveStatic });

/** A file that was there at the start and has gone since, with a deploy, was announced as compressed already. */
const goneFile: RequestHandler = (_request, response, next) => {
  response.removeHeader("Content-Encoding");
  next();
};

const missingFile: RequestHandler = (request, _response, next) => {
  next(FILE_FOLDERS.test(request.path) ? new Refusal(404, "no such file") : undefined);
};

/** Serves the loaded app's files. */
export function assets(site: Site): RequestHandler {
  return (request, response, next) => (site.assets === undefined ? next() : site.assets(request, response, next));
}
