import express from "express";
import { z } from "zod";
import { listen } from "./listen";

/**
 * Sends pages as strings that are there already: at `/0`, `/1` … each page as one visitor got it. The arguments are the site's origin, and
 * as JSON what each visitor asks for.
 */

const asked = z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) }));

const [origin = "", visits = "[]"] = process.argv.slice(2);
const app = express();
for (const [at, { path, headers }] of asked.parse(JSON.parse(visits)).entries()) {
  const html = await (await fetch(origin + path, { headers })).text();
  app.get(`/${at}`, (_request, response) => response.send(html));
}
process.stdout.write(`${await listen(app)}\n`);
