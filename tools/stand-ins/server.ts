import { createServer, type Server } from "node:http";
import express, { type Router } from "express";
import { z } from "zod";
import type { Books } from "./books";
import { Faults, faultRule, meetFault } from "./faults";
import { WEBHOOK_MODES, type Webhooks } from "./webhooks";

/** A provider of our own, on loopback. */
export interface StandIn {
  readonly origin: string;
  readonly books: Books;
  readonly webhooks: Webhooks;
  readonly faults: Faults;
  close(): Promise<void>;
}

export interface StandInParts {
  readonly books: Books;
  readonly webhooks: Webhooks;
  /** 0: any free one. */
  readonly port?: number | undefined;
  /** Where the API's paths begin: only they meet faults. */
  readonly api: string[];
  /** The header with the request's idempotency key. */
  readonly keyHeader: string;
  readonly now: () => number;
  /** The provider's API, its page, and what only tests do, below /stand-in. */
  routes(origin: () => string): Router;
}

/** Starts one. Its faults and webhooks can also be set from another process: POST /stand-in/faults, /stand-in/webhooks, both JSON. */
export async function startStandIn({ books, webhooks, port = 0, routes, ...parts }: StandInParts): Promise<StandIn> {
  const faults = new Faults();
  const app = express().disable("x-powered-by").disable("etag");
  app.use(parts.api, (request, response, next) => {
    const path = request.originalUrl.split("?")[0] ?? "";
    const fault = faults.take({ method: request.method, path });
    const row = [request.method, path, request.get(parts.keyHeader) ?? null, fault ?? null, parts.now()] as const;
    books.run("insert into requests values (?, ?, ?, ?, ?)", ...row);
    return meetFault(fault)(request, response, next);
  });
  const server = createServer();
  app.use("/stand-in", express.json(), control(faults, webhooks));
  app.use(routes(() => originOf(server)));
  server.on("request", app);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return { origin: originOf(server), books, webhooks, faults, close: () => stop(server, books, webhooks) };
}

const webhooksAsked = z.object({ mode: z.enum(WEBHOOK_MODES).optional(), release: z.boolean().optional() });

function control(faults: Faults, webhooks: Webhooks): Router {
  const router = express.Router();
  router.post("/faults", (request, response) => {
    faults.add(faultRule.parse(request.body));
    response.json({});
  });
  router.delete("/faults", (_request, response) => {
    faults.clear();
    response.json({});
  });
  router.post("/webhooks", (request, response) => {
    const { mode, release } = webhooksAsked.parse(request.body);
    webhooks.mode = mode ?? webhooks.mode;
    if (release) webhooks.release();
    response.json({});
  });
  return router;
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in does not listen");
  return `http://127.0.0.1:${address.port}`;
}

async function stop(server: Server, books: Books, webhooks: Webhooks): Promise<void> {
  webhooks.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  books.close();
}
