import { Router } from "express";
import type { Context } from "../../payments/context";
import { pageHeaders, refuseForeignPosts } from "../html/page-security";
import { eventsRouter } from "./analytics/events-router";
import { funnelRouter } from "./analytics/funnel-router";
import { ledgerRouter } from "./analytics/ledger-router";
import { appRouter } from "./app/app-router";
import { appLinkRouter } from "./app-links";
import { appPurchaseRouter } from "./app-purchases";
import { declarationsRouter } from "./declarations/declarations-router";
import { faultsJsonRouter } from "./faults/faults-json-router";
import { faultsRouter } from "./faults/faults-router";
import { mailTemplatesRouter } from "./mail-templates";
import { mailboxRouter } from "./mailbox-router";
import { ordersRouter } from "./orders/orders-router";
import { settingsRouter } from "./settings-router";
import { storeReportsRouter } from "./store-reports";
import { subscriptionsRouter } from "./subscriptions/subscriptions-router";

/** The control pages for testers and scripts: what happened, and the settings. */
export function controlRouter(context: Context): Router {
  const router = Router();
  router.get("/", (_request, response) => response.redirect(302, "/control"));
  router.use("/control", pageHeaders(context.siteOrigin), refuseForeignPosts);
  router.use(
    ordersRouter(context),
    eventsRouter(context),
    funnelRouter(context),
    ledgerRouter(context),
    mailboxRouter(context),
    mailTemplatesRouter(),
    subscriptionsRouter(context),
    declarationsRouter(context),
    faultsRouter(context),
    faultsJsonRouter(context),
    settingsRouter(context),
    appRouter(context),
    appLinkRouter(context),
    appPurchaseRouter(context),
    storeReportsRouter(context),
  );
  return router;
}
