import type { Context } from "../../context";
import type { routesIn } from "../route";
import { appPurchaseRoutes } from "./app-purchases";
import { pdRoutes } from "./pd";
import { psRoutes } from "./ps";
import { soRoutes } from "./so";
import { unsoldRoutes } from "./unsold";

/** The calls of every provider of the contract. */
export const providerRoutes = (context: Context, kinds: ReturnType<typeof routesIn>) => ({
  ...soRoutes(context, kinds),
  ...psRoutes(context, kinds),
  ...pdRoutes(context, kinds),
  ...unsoldRoutes(context, kinds),
  ...appPurchaseRoutes(context, kinds),
});
