import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { routesIn } from "../../payments/api/route";
import type { Context } from "../../payments/context";
import { appPurchaseRoutes } from "../../payments/api/providers/app-purchases";
import { pd, pdRoutes } from "./pd";
import { ps, psRoutes } from "./ps";
import { rb, rbRoutes } from "./rb";
import { rz, rzRoutes } from "./rz";
import type { Simulator } from "./simulator";
import { so, soRoutes } from "./so";

/** In the order in which they are offered. */
export const SIMULATORS: Readonly<Record<ProviderCode, Simulator>> = { so, pd, ps, rb, rz };

export const isProviderCode = (code: string): code is ProviderCode => Object.hasOwn(SIMULATORS, code);

export const providerRoutes = (context: Context, kinds: ReturnType<typeof routesIn>) => ({
  ...soRoutes(context, kinds),
  ...pdRoutes(context, kinds),
  ...psRoutes(context, kinds),
  ...rbRoutes(context, kinds),
  ...rzRoutes(context, kinds),
  ...appPurchaseRoutes(context, kinds),
});
