import { Router } from "express";
import { z } from "zod";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import type { CsvCell } from "../../../payments/transfer/csv";
import { CUTS, type Cut, type Funnel, type FunnelQuestion, funnels, valuesOf } from "../../analytics/funnel";
import { sendCsv } from "./csv";
import { FunnelPage } from "./funnel-page";
import { orEmpty, queryIn } from "./query";

const value = orEmpty(z.string().max(100));

const funnelQuery = z
  .object({ by: orEmpty(z.enum(CUTS)), language: value, provider: value, channel: value, scripts: value })
  .transform(({ by, ...only }): FunnelQuestion => ({ by, only }));

/** How many come from a visit to a payment: as a chart with its table, and as CSV. */
export function funnelRouter({ db, siteOrigin }: Context): Router {
  const router = Router();
  router.get("/control/funnel", async ({ query }, response) => {
    const question = queryIn(funnelQuery, query, response);
    if (!question) return;
    const choices = await choicesOf(db);
    const made = await funnels(db, question);
    sendPage(response, <FunnelPage question={question} choices={choices} made={made} siteOrigin={siteOrigin} />);
  });
  router.get("/control/funnel.csv", async ({ query }, response) => {
    const question = queryIn(funnelQuery, query, response);
    if (!question) return;
    const rows = (await funnels(db, question)).flatMap((funnel) => csvRows(funnel, question.by));
    await sendCsv(response, { name: "funnel", head: FUNNEL_COLUMNS, pages: [rows] });
  });
  return router;
}

/** The values that each filter offers. */
async function choicesOf(db: Context["db"]): Promise<Record<Cut, string[]>> {
  const [language, provider, channel, scripts] = await Promise.all([
    valuesOf(db, "language"),
    valuesOf(db, "provider"),
    valuesOf(db, "channel"),
    valuesOf(db, "scripts"),
  ]);
  return { language, provider, channel, scripts };
}

const FUNNEL_COLUMNS = ["by", "value", "step", "event", "events", "share_of_events", "visitors", "share_of_visitors"];

const csvRows = ({ value, steps }: Funnel, by: Cut | undefined): CsvCell[][] =>
  steps.map(({ label, event, events, shareOfEvents, visitors, shareOfVisitors }) => [
    by ?? null,
    value,
    label,
    event,
    events,
    rounded(shareOfEvents),
    visitors,
    rounded(shareOfVisitors),
  ]);

const rounded = (share: number | undefined): number | null =>
  share === undefined ? null : Math.round(share * 10_000) / 10_000;
