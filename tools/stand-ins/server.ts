import { createServer, type Server } from "node:http";
import express, { type Router } from "express";
import { z } from "zod";
import { type Act, actShape } from "./acts";
import type { Books } from "./books";
import { Faults, faultRule, meetFault } from "./faults";
import { WEBHOOK_MODES, type Webhooks } from "./webhooks";

/** A provider of our own, on loopback. */
export interface StandIn {
  readonly origin: string;
  readonly books: Books;
  readonly webhooks: Webhooks;
  readonly faults: Faults;
  act(act: Act): void;
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
  /** The provider's API and its page. */
  routes(origin: () => string): Router;
  act(act: Act): void;
}

/** Starts one. From another process it is told what is to happen by JSON: POST /stand-in/faults, /stand-in/webhooks, /stand-in/acts. */
export async function startStandIn({ books, webhooks, port = 0, routes, ...parts }: StandInParts): Promise<StandIn> {
  const faults = new Faults();
  const app = express().disable("x-powered-by").disable("etag").set("query parser", "extended");
  app.use(parts.api, (request, response, next) => {
    const path = request.originalUrl.split("?")[0] ?? "";
    const fault = faults.take({ method: request.method, path });
    const row = [request.method, path, request.get(parts.keyHeader) ?? null, fault ?? null, parts.now()] as const;
    books.run("insert into requests values (?, ?, ?, ?, ?)", ...row);
    return meetFault(fault)(request, response, next);
  });
  const server = createServer();
  app.use("/stand-in", express.json(), control(faults, webhooks, parts.act));
  app.use(routes(() => originOf(server)));
  server.on("request", app);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const close = () => stop(server, books, webhooks);
  return { origin: originOf(server), books, webhooks, faults, act: parts.act, close };
}

const webhooksAsked = z.object({ mode: z.enum(WEBHOOK_MODES).optional(), release: z.boolean().optional() });

function control(faults: Faults, webhooks: Webhooks, act: StandInParts["act"]): Router {
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
  router.post("/acts", (request, response) => {
    act(actShape.parse(request.body));
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
