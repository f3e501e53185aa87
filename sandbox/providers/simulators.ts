import type { ProviderCode } from "~/upstream/contract/catalogue";
import { appPurchaseRoutes } from "../../payments/api/providers/app-purchases";
import { pdRoutes } from "../../payments/api/providers/pd";
import { psRoutes } from "../../payments/api/providers/ps";
import { soRoutes } from "../../payments/api/providers/so";
import type { routesIn } from "../../payments/api/route";
import type { Context } from "../../payments/context";
import { pd } from "./pd";
import { isNamedByWallet, ps } from "./ps";
import { rb, rbRoutes } from "./rb";
import { rz, rzRoutes } from "./rz";
import type { Simulator } from "./simulator";
import { so } from "./so";

/** In the order in which they are offered. */
export const SIMULATORS: Readonly<Record<ProviderCode, Simulator>> = { so, pd, ps, rb, rz };

export const isProviderCode = (code: string): code is ProviderCode => Object.hasOwn(SIMULATORS, code);

export const simulatedRoutes = (context: Context, kinds: ReturnType<typeof routesIn>) => ({
  ...soRoutes(context, kinds),
  ...pdRoutes(context, kinds),
  ...psRoutes(context, kinds, isNamedByWallet),
  ...rbRoutes(context, kinds),
  ...rzRoutes(context, kinds),
  ...appPurchaseRoutes(context, kinds),
});
