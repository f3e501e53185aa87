import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import staticCompressed from "express-static-gzip";
import { Refusal } from "../answers/refusal";
import type { Site } from "../site";

/** Never a page: under these a missing file is a plain 404, and Remix is not asked. */
const FILE_FOLDERS = /^\/(assets|page-links)\//;

/**
 * The built files. Their names under /assets carry a hash of the content, so they never change, and the build has
 * compressed them beforehand, as well as it can.
 */
export function builtFiles(clientDir: string): RequestHandler {
  const options = { index: false, redirect: false, dotfiles: "ignore" } as const;
  const files = Router();
  files.use("/assets", hashedFiles(join(clientDir, "assets"), { ...options, immutable: true, maxAge: "1y" }));
  files.use(express.static(clientDir, { ...options, maxAge: "1h" }));
  files.use(missingFile);
  return files;
}

const hashedFiles = (folder: string, serveStatic: { immutable: true; maxAge: string }): RequestHandler =>
  staticCompressed(folder, { enableBrotli: true, orderPreference: ["br", "gz"], index: false, serveStatic });

const missingFile: RequestHandler = (request, _response, next) => {
  next(FILE_FOLDERS.test(request.path) ? new Refusal(404, "no such file") : undefined);
};

/** Whatever the loaded app serves its files with. */
export function assets(site: Site): RequestHandler {
  return (request, response, next) => (site.assets === undefined ? next() : site.assets(request, response, next));
}
