import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import express from "express";
import { apiRouter } from "../payments/api/router";
import { signedLinkTo } from "../payments/app-link";
import { bareApi } from "./bare/bare-api";
import { botCheckRouter } from "./bot-check/router";
import type { Context } from "../payments/context";
import { controlRouter } from "./control/router";
import { hostedRouter } from "./hosted/router";
import { pageErrors } from "./html/page-errors";
import { knownHost } from "../payments/known-host";
import { keepMailing } from "../payments/mail/outbox";
import type { MailServer } from "../payments/mail/smtp";
import { openApi } from "../payments/openapi";
import { keepSynced } from "../payments/orders/keep-synced";
import { noteStorePayments } from "../payments/orders/reports/store-payments";
import type { SandboxLog } from "./sandbox-log";
import { secretsIn, sharedSecrets } from "../payments/secrets";
import { linkSigner } from "../payments/signed-links";
import { openDatabase } from "../payments/store/database";
import { keepReporting, reportersOf } from "../payments/store-reports/keep-reporting";
import type { StoreReportSettings } from "../payments/store-reports/stores/settings";

/** Scripts of the hosted pages, and imitations of the providers' own for the site's pages. */
const SCRIPTS = fileURLToPath(new URL("./scripts", import.meta.url));

/** Where the icon of the sandbox's pages is. */
const HTML = fileURLToPath(new URL("./html", import.meta.url));

const GRACE_MS = 1_000;

export interface SandboxOptions {
  /** Where to listen: loopback, unless others are to buy for nothing. */
  host: string;
  /** Host headers that are answered beside loopback's and its own. */
  hosts?: readonly string[];
  /** 0: any free one. */
  port: number;
  /** Where buyers reach its pages, if not where it listens: the origin of a proxy, which may serve several copies. */
  publicOrigin?: string | undefined;
  /** Created if missing; holds orders, settings and signing keys, unless they are in a shared database. */
  dataDir: string;
  /** The PostgreSQL database that copies of the sandbox share. */
  databaseUrl?: string | undefined;
  /** The site's origin: signed links open it, and buyers return only there. */
  siteOrigin: string;
  log: SandboxLog;
  /** Where mail goes beside the mailbox on the control page. */
  mailServer?: MailServer;
  /** Where sales are reported whose buyers came from an app; missing: what is due waits. */
  storeReports?: StoreReportSettings;
  /** The seed of a backend that knows only the specification; missing: the whole contract. */
  bareSeed?: number;
  /** For tests; milliseconds since 1970. */
  now?: () => number;
}

export interface Sandbox {
  /** The API's base URL, without a trailing slash: where it listens. */
  origin: string;
  controlUrl: string;
  /** An absolute address of a path on the site, as the app would open it for a user. */
  signedLink(target: string): string;
  close(): Promise<void>;
}

/** Starts the embedded payments API. @throws Error naming the port, the folder or the database that is not available */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { siteOrigin, log, bareSeed, dataDir, databaseUrl, publicOrigin, now = Date.now } = options;
  const db = await openDatabase(dataDir, databaseUrl === undefined ? undefined : { url: databaseUrl, log });
  const secrets = databaseUrl === undefined ? secretsIn(dataDir) : await sharedSecrets(db);
  // As the site's own: a client that was busy for five seconds, Node's default, would send on a connection that has just been closed.
  const server = createServer({ keepAliveTimeout: 65_000 });
  const listensAt = () => originOf(server, options.host);
  const context: Context = {
    db,
    log,
    now,
    siteOrigin,
    isBare: bareSeed !== undefined,
    links: linkSigner(secrets.links),
    secrets,
    origin: () => publicOrigin ?? listensAt(),
  };
  server.on("request", application(context, listensAt, options));
  await listen(server, options).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  const stopSyncing = keepSynced(context);
  const stopMailing = keepMailing(context, options.mailServer);
  const reporters = reportersOf(options.storeReports ?? {}, fetch);
  const stopReporting = keepReporting({ ...context, reporters, notePayments: () => noteStorePayments(context) });
  return {
    origin: listensAt(),
    controlUrl: `${context.origin()}/control`,
    signedLink: (target) => signedLinkTo(context, target),
    close: async () => {
      await Promise.all([stopSyncing(), stopMailing(), stopReporting()]);
      await stopListening(server);
      await db.destroy();
    },
  };
}

function application(context: Context, listensAt: () => string, { bareSeed, hosts = [] }: SandboxOptions) {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(knownHost(listensAt, () => [...hosts, new URL(context.origin()).host]));
  app.get("/openapi.json", (_request, response) => response.json(openApi(context.origin())));
  app.get("/favicon.svg", (_request, response) => response.sendFile("favicon.svg", { root: HTML }));
  app.use("/scripts", express.static(SCRIPTS));
  app.use(botCheckRouter(context));
  app.use(hostedRouter(context));
  app.use(controlRouter(context));
  app.use(["/hosted", "/control"], pageErrors(context.log));
  if (bareSeed !== undefined) app.use(bareApi(bareSeed));
  app.use(apiRouter(context));
  return app;
}

function listen(server: Server, { port, host }: SandboxOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      reject(new Error(`The sandbox cannot listen on port ${port} of ${host}: ${cause.message}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

/** Lets running answers finish; calls that hang on purpose are cut off after the grace period. */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

function originOf(server: Server, host: string): string {
  const address = server.address();
  const port = isAddressInfo(address) ? address.port : 0;
  return `http://${reachable(host)}:${port}`;
}

/** A server that listens on all addresses is reached as localhost. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

const isAddressInfo = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === "object" && address !== null;
