import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { z } from "zod";
import { APP_BUILD, CLIENT_BUILD } from "../../../host/start/build.mjs";
import { listen } from "./listen";

/**
 * Servers that the site is compared with, in one plain Express as anyone would write it: `/cached…` sends a string that is
 * there already, uncompressed; `/react…` renders the page's own React tree on what the site's loaders gave once; and `/static…`
 * sends the page without its scripts. Which pages, the arguments say: the site's origin, then paths.
 */

const serverBuild = z.custom<ServerBuild>(
  (module) => typeof module === "object" && module !== null && "entry" in module,
);

const ROOT = resolve(import.meta.dirname, "../../..");
const app = express();

const [origin = "", ...paths] = process.argv.slice(2);
const renderings = await renderingsOf(paths);

for (const path of paths) {
  const html = await (await fetch(origin + path)).text();
  const render = renderings.get(path);
  if (render === undefined) throw new Error(`${path} was not rendered`);
  expectAlike(path, html, await render());
  app.get(`/cached${path}`, (_request, response) => response.send(html));
  app.get(`/react${path}`, compression(), async (_request, response) => response.send(await render()));
  const still = withoutScripts(html);
  app.get(`/static${path}`, compression(), (_request, response) => response.send(still));
}
app.use(compression(), express.static(resolve(ROOT, CLIENT_BUILD)));
process.stdout.write(`${await listen(app)}\n`);

/** Renders each page from what the site's own loaders gave once. */
async function renderingsOf(wanted: readonly string[]): Promise<Map<string, () => Promise<string>>> {
  const found = new Map<string, () => Promise<string>>();
  const build = serverBuild.parse(await import(pathToFileURL(resolve(ROOT, APP_BUILD)).href));
  const { module } = build.entry;
  const watched: ServerBuild["entry"]["module"] = {
    ...module,
    default: (request, status, headers, context, loadContext) => {
      found.set(new URL(request.url).pathname, async () =>
        (await module.default(request, status, new Headers(headers), context, loadContext)).text(),
      );
      return module.default(request, status, headers, context, loadContext);
    },
  };
  const handle = createRequestHandler({ ...build, entry: { module: watched } }, "production");
  for (const path of wanted)
    await (await handle(new Request(origin + path, { headers: { host: new URL(origin).host } }))).text();
  return found;
}

/** A page that is only part of the real one would be no comparison. */
function expectAlike(path: string, real: string, rendered: string): void {
  const ratio = rendered.length / real.length;
  if (ratio < 0.9 || ratio > 1.1) throw new Error(`${path} rendered alone has ${ratio} times the length of the site's`);
}

/** The same page for who only reads it. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, "").replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "");
}
