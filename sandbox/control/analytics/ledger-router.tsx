import { Router } from "express";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import { timeOf } from "../../../payments/time";
import type { CsvCell } from "../../../payments/transfer/csv";
import { type LedgerLine, ledgerLines, ledgerSums, strayPayResults } from "../../analytics/ledger";
import { tendAllSimulated } from "../../providers/reports/tend-simulated";
import { sendCsv } from "./csv";
import { LedgerPage } from "./ledger-page";

const SHOWN_LINES = 200;

/** The conversion of each order: as a page, as JSON and as CSV. Asking brings orders up to the moment. */
export function ledgerRouter(context: Context): Router {
  const { db, siteOrigin } = context;
  const router = Router();
  router.get("/control/ledger", async (_request, response) => {
    await tendAllSimulated(context);
    const [lines, sums, stray] = await Promise.all([ledgerLines(db, SHOWN_LINES), ledgerSums(db), strayPayResults(db)]);
    sendPage(response, <LedgerPage lines={lines} sums={sums} stray={stray} siteOrigin={siteOrigin} />);
  });
  router.get("/control/ledger.json", async (_request, response) => {
    await tendAllSimulated(context);
    response.json({ conversions: await ledgerLines(db), stray_pay_results: await strayPayResults(db) });
  });
  router.get("/control/ledger.csv", async (_request, response) => {
    await tendAllSimulated(context);
    await sendCsv(response, {
      name: "ledger",
      head: LEDGER_COLUMNS,
      pages: [(await ledgerLines(db)).map(ledgerCells)],
    });
  });
  return router;
}

const LEDGER_COLUMNS = [
  "order_id",
  "at",
  "plan_id",
  "provider",
  "amount",
  "currency",
  "country_code",
  "network",
  "click",
  "front_id",
  "refunded_at",
  "pay_results",
];

const ledgerCells = ({ at, refunded_at, ...line }: LedgerLine): CsvCell[] => [
  line.order_id,
  timeOf(at),
  line.plan_id,
  line.provider,
  line.amount,
  line.currency,
  line.country_code,
  line.network,
  line.click,
  line.front_id,
  refunded_at === null ? null : timeOf(refunded_at),
  line.pay_results,
];
