import { routes as bareRoutes } from "virtual:remix/server-build";
import { guardedRoutes } from "./forms.server";

/** The app as hosts load it: vite.config.ts puts this module in the place of Remix's own. */
export * from "virtual:remix/server-build";
export const routes = guardedRoutes(bareRoutes);
