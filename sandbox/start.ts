import { fileURLToPath } from "node:url";
import express, { type Express } from "express";
import type { Context } from "../payments/context";
import { signedLinkTo } from "../payments/links/app-link";
import { type PaymentsOptions, type PaymentsParts, startPayments } from "../payments/start";
import { bareApi } from "./bare/bare-api";
import { bareSignUp } from "./bare/bare-sign-up";
import { bareCatalogue, bareStep } from "./bare/bare-step";
import { checkToken } from "./bot-check/check-token";
import { botCheckRouter } from "./bot-check/router";
import { catalogueNow } from "./catalogue";
import { controlRouter } from "./control/router";
import { couponServiceStep } from "./faults/coupon-service";
import { faultStep } from "./faults/fault-step";
import { hostedRouter } from "./hosted/router";
import { pageErrors } from "./html/page-errors";
import { paramsAt } from "./providers/params";
import { tendSimulated } from "./providers/reports/tend-simulated";
import { simulatedDrivers } from "./providers/simulated-drivers";
import { simulatedRoutes } from "./providers/simulators";
import { readSandboxSettings } from "./settings";
import { SANDBOX_DATABASE } from "./tables";
import { countryOfAddress } from "./test-countries";

/** Scripts of the hosted pages, and imitations of the providers' own for the site's pages. */
const SCRIPTS = fileURLToPath(new URL("./scripts", import.meta.url));

/** Where the icon of the sandbox's pages is. */
const HTML = fileURLToPath(new URL("./html", import.meta.url));

export interface SandboxOptions extends PaymentsOptions {
  /** The seed of a backend that knows only the specification; missing: the whole contract. */
  bareSeed?: number | undefined;
}

export interface Sandbox {
  /** The API's base URL, without a trailing slash: where it listens. */
  origin: string;
  controlUrl: string;
  /** An absolute address of a path on the site, as the app would open it for a user. */
  signedLink(target: string): string;
  close(): Promise<void>;
}

/** Starts the payments API with simulated providers, faults, and pages to control them. @throws Error naming what is not available */
export async function startSandbox({ bareSeed, ...options }: SandboxOptions): Promise<Sandbox> {
  const { origin, context, close } = await startPayments(
    { ...options, databaseFile: SANDBOX_DATABASE },
    sandboxParts(bareSeed),
  );
  return {
    origin,
    controlUrl: `${context.origin()}/control`,
    signedLink: (target) => signedLinkTo(context, target),
    close,
  };
}

const sandboxParts = (bareSeed: number | undefined): PaymentsParts => ({
  parts: ({ db, now, origin }) => ({
    drivers: simulatedDrivers(db, now),
    checkBot: checkToken,
    countryOf: async (address) => countryOfAddress(address),
    defaultCountry: async () => (await readSandboxSettings(db)).default_country,
    catalogue: bareSeed === undefined ? catalogueNow : bareCatalogue,
    params: () => paramsAt(origin()),
  }),
  addPages: (app, context) => addPages(app, context, bareSeed),
  tend: tendSimulated,
  providerRoutes: simulatedRoutes,
  signUp: bareSeed === undefined ? undefined : bareSignUp,
  beforeCall: (context, name, endpoint) => [
    faultStep(context, name, endpoint),
    couponServiceStep(name),
    ...(bareSeed === undefined ? [] : [bareStep(context, name)]),
  ],
});

function addPages(app: Express, context: Context, bareSeed: number | undefined): void {
  app.get("/favicon.svg", (_request, response) => response.sendFile("favicon.svg", { root: HTML }));
  app.use("/scripts", express.static(SCRIPTS));
  app.use(botCheckRouter(context));
  app.use(hostedRouter(context));
  app.use(controlRouter(context));
  app.use(["/hosted", "/control"], pageErrors(context.log));
  if (bareSeed !== undefined) app.use(bareApi(bareSeed));
}
