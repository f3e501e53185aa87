import { createServer, type Server } from "node:http";
import express, { type Express } from "express";
import type { ReadMetrics } from "~/exposition/answer-scrape.server";
import { backRouter } from "./api/back";
import { type ApiParts, apiRouter } from "./api/router";
import type { Context } from "./context";
import { entitlementCalls } from "./entitlements/ask";
import { keepTelling } from "./entitlements/keep-telling";
import type { EntitlementSettings } from "./entitlements/settings";
import { HookCounts } from "./hooks/hook-counts";
import { keepAsking } from "./hooks/keep-asking";
import { hooksRouter } from "./hooks/router";
import { linkSigner } from "./links/signed-links";
import type { PaymentsLog } from "./log";
import { keepMailing } from "./mail/outbox";
import type { MailServer } from "./mail/smtp";
import { countedDriver } from "./metrics/counted-driver";
import { type MetricsPlace, startMetrics } from "./metrics/metrics-server";
import { metricsOf } from "./metrics/read-metrics";
import { openApi } from "./openapi";
import { operatorPageRouter } from "./operator/page/router";
import type { OperatorPageSettings } from "./operator/page/settings";
import { noteStorePayments } from "./orders/reports/store-payments";
import { keepComparing } from "./reconcile/keep-comparing";
import { keepGivingBack } from "./refunds/keep-giving-back";
import { type LinkKeys, type Secrets, secretsIn, sharedSecrets } from "./secrets";
import { health } from "./server/health";
import { knownHost } from "./server/known-host";
import { listen, originOf, stopListening } from "./server/listen";
import { type Db, openDatabase } from "./store/database";
import { type FixedSettings, writeSettings } from "./store/settings";
import { keepReporting, reportersOf } from "./store-reports/keep-reporting";
import type { StoreReportSettings } from "./store-reports/stores/settings";
import { cardPageRouter } from "./subscriptions/provider/card-page";
import { keepInStep } from "./subscriptions/provider/keep-in-step";
import { keepTending } from "./tend-everything";

export interface PaymentsOptions {
  /** Where to listen: loopback, unless others are to buy. */
  host: string;
  /** Host headers that are answered beside loopback's and its own. */
  hosts?: readonly string[];
  /** 0: any free one. */
  port: number;
  /** Where buyers and providers reach its pages, if not where it listens: the origin of a proxy, which may serve several copies. */
  publicOrigin?: string | undefined;
  /** Created if missing; holds orders, settings and signing keys, unless they are in a shared database. */
  dataDir: string;
  /** The database's file in that folder, if not payments.db. */
  databaseFile?: string | undefined;
  /** The PostgreSQL database that copies share. */
  databaseUrl?: string | undefined;
  /** The site's origin: signed links open it, and buyers return only there. */
  siteOrigin: string;
  log: PaymentsLog;
  /** Where mail goes beside the outbox. */
  mailServer?: MailServer | undefined;
  /** Where sales are reported whose buyers came from an app; missing: what is due waits. */
  storeReports?: StoreReportSettings | undefined;
  /** Where the operator is told who may use the VPN; missing: what changes waits. */
  entitlements?: EntitlementSettings | undefined;
  /** What the operator's own calls have to bear; missing: there are none. */
  operatorKey?: string | undefined;
  /** The page for operators; missing: there is none. */
  operatorPage?: OperatorPageSettings | undefined;
  /** What signs links and tokens; missing: keys of its own, made on the first start. */
  linkKeys?: LinkKeys | undefined;
  /** Written down at the start; missing: they are as they were set last. */
  settings?: FixedSettings | undefined;
  /** Where Prometheus reads what it counts; missing: nowhere. */
  metrics?: MetricsPlace | undefined;
  /** For tests; milliseconds since 1970. */
  now?: (() => number) | undefined;
}

/** What an API is made of beside its options. */
export interface PaymentsParts extends ApiParts {
  /** What depends on the database and the secrets. */
  parts(
    base: BaseParts,
  ): Pick<Context, "drivers" | "checkBot" | "countryOf" | "defaultCountry" | "params" | "catalogue">;
  /** Pages and calls that are answered before those of the contract. */
  addPages?: (app: Express, context: Context) => void;
  /** What comes before each round in which orders advance. */
  tend?: (context: Context) => Promise<void>;
}

interface BaseParts {
  db: Db;
  secrets: Secrets;
  now(): number;
  origin(): string;
}

interface Payments {
  /** The API's base URL, without a trailing slash: where it listens. */
  origin: string;
  /** Where its metrics are. */
  metricsOrigin: string | undefined;
  context: Context;
  close(): Promise<void>;
}

/** Starts a payments API. @throws Error naming the port, the folder or the database that is not available */
export async function startPayments(options: PaymentsOptions, made: PaymentsParts): Promise<Payments> {
  // As the site's: a client that was busy for five seconds, Node's default, would send on a connection that has just been closed.
  const server = createServer({ keepAliveTimeout: 65_000 });
  let listening: string | undefined;
  const listensAt = () => {
    if (server.listening) listening ??= originOf(server, options.host);
    return listening ?? originOf(server, options.host);
  };
  const stopping = new AbortController();
  const context = await contextOf(options, made, listensAt, stopping.signal);
  const hookCounts = new HookCounts([...context.drivers.values()].map(({ code }) => code));
  const standing = { ...options, listensAt, hookCounts, isStopping: () => stopping.signal.aborted };
  server.on("request", application(context, made, standing));
  const readMetrics = () => metricsOf(context, hookCounts);
  const metrics = await listenAll(server, options, readMetrics).catch(async (error: unknown) => {
    await stopListening(server);
    await context.db.destroy();
    throw error;
  });
  const stop = keepWorking(context, options, made);
  return {
    origin: listensAt(),
    metricsOrigin: metrics?.origin,
    context,
    close: async () => {
      stopping.abort();
      await stop();
      await metrics?.close();
      await stopListening(server);
      await context.db.destroy();
    },
  };
}

/** @returns where metrics are read, if anywhere */
async function listenAll(server: Server, options: PaymentsOptions, metricsRead: () => ReadMetrics) {
  await listen(server, options);
  return options.metrics && startMetrics(metricsRead(), options.metrics);
}

/**
 * What all parts work with.
 * @param listensAt where buyers and providers reach it, if the options do not say
 * @param stopping aborted where the process is to end while it works
 */
export async function contextOf(
  options: PaymentsOptions,
  made: PaymentsParts,
  listensAt: () => string,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Context> {
  const { siteOrigin, log, dataDir, databaseFile, databaseUrl, publicOrigin, linkKeys, now = Date.now } = options;
  const shared = databaseUrl === undefined ? undefined : { url: databaseUrl, log };
  const db = await openDatabase(dataDir, shared, databaseFile);
  if (options.settings) await writeSettings(db, textsOf(options.settings));
  const stored = databaseUrl === undefined ? secretsIn(dataDir) : await sharedSecrets(db);
  const secrets = { ...stored, links: linkKeys ?? stored.links };
  const origin = () => publicOrigin ?? listensAt();
  const base = { db, secrets, now, origin, stopping };
  const parts = made.parts(base);
  const drivers = new Map([...parts.drivers].map(([code, driver]) => [code, countedDriver(driver)]));
  return { ...base, log, siteOrigin, links: linkSigner(secrets.links), ...parts, drivers };
}

/** What runs beside the calls. @returns a function that stops it all and waits for what is running */
function keepWorking(
  context: Context,
  { mailServer, storeReports, entitlements }: PaymentsOptions,
  made: PaymentsParts,
) {
  const reporters = reportersOf(storeReports ?? {}, fetch);
  const stops = [
    keepTending(context, () => made.tend?.(context) ?? Promise.resolve()),
    keepInStep(context),
    keepMailing(context, mailServer),
    keepAsking(context),
    keepTelling(context, entitlements),
    keepGivingBack(context),
    keepComparing(context),
    keepReporting({ ...context, reporters, notePayments: () => noteStorePayments(context) }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

const textsOf = (settings: FixedSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

interface Standing extends Pick<PaymentsOptions, "hosts" | "operatorKey" | "operatorPage"> {
  listensAt: () => string;
  hookCounts: HookCounts;
  isStopping: () => boolean;
}

function application(context: Context, made: PaymentsParts, options: Standing) {
  const { listensAt, hosts = [], operatorKey, operatorPage, hookCounts, isStopping } = options;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(health(context.db, isStopping));
  const origins = () => [context.origin(), operatorPage?.origin ?? context.origin()];
  app.use(knownHost(listensAt, () => [...hosts, ...origins().map((origin) => new URL(origin).host)]));
  app.get("/openapi.json", (_request, response) => response.json(openApi(context.origin())));
  app.use(hooksRouter(context, hookCounts));
  app.use(backRouter(context));
  app.use(cardPageRouter(context));
  app.use(entitlementCalls(context, operatorKey));
  if (operatorPage) app.use("/operator", operatorPageRouter(context, operatorPage));
  made.addPages?.(app, context);
  app.use(apiRouter(context, made));
  return app;
}
