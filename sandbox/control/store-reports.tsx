import { type Request, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../payments/context";
import { sendPage } from "../../payments/html/page";
import { Table } from "../../payments/html/table";
import { Time } from "../../payments/html/time";
import { type TokenInBooks, tokensInBooks } from "../../payments/store-reports/books";
import { factsOf } from "../../payments/store-reports/facts";
import { noteCorrection } from "../../payments/store-reports/payments";
import { sendAgain } from "../../payments/store-reports/queue";
import type { StoreReport } from "../../payments/store-reports/tables";
import { reportNamed } from "../../payments/store-reports/tokens";
import { Badge } from "../html/badge";
import { MessagePage } from "../html/document";
import { ControlDocument } from "./control-document";
import { TextField } from "./fields";

const PAGE = "/control/store-reports";
const SHOWN = 200;

const named = z.object({ id: z.string().regex(/^[\x21-\x7e]{1,128}$/), bundle_id: z.string().max(155).default("") });
const again = z.object({ seq: z.coerce.number().int() });
const amount = z.string().regex(/^\d{1,9}(\.\d{1,3})?$/);
/** Without amounts: there was no such payment. */
const correction = z.object({ event: z.string().max(200), gross: amount.optional(), tax: amount.optional() });

/** The tokens of app stores, and what is reported of them. */
export function storeReportsRouter(context: Context): Router {
  const router = Router();
  router.use(PAGE, urlencoded({ extended: false, limit: "4kb" }));
  router.get(PAGE, async (_request, response) => {
    sendPage(response, <StoreReportsPage books={await tokensInBooks(context.db, SHOWN)} />);
  });
  router.get(`${PAGE}.json`, async (_request, response) => {
    response.json({ tokens: await tokensInBooks(context.db, SHOWN) });
  });
  router.post(`${PAGE}/named`, (request, response) => nameToken(context, request, response));
  router.post(`${PAGE}/again`, (request, response) => sendOneAgain(context, request, response));
  router.post(`${PAGE}/correct`, (request, response) => correct(context, request, response));
  return router;
}

async function nameToken({ db, now }: Context, request: Request, response: Response): Promise<void> {
  const form = named.safeParse(request.body);
  if (!form.success) return notDone(response, z.prettifyError(form.error));
  const { id, bundle_id } = form.data;
  await db.transaction().execute((tx) => reportNamed(tx, { id, bundleId: bundle_id || null }, now()));
  response.redirect(303, PAGE);
}

async function sendOneAgain({ db, now }: Context, request: Request, response: Response): Promise<void> {
  const form = again.safeParse(request.body);
  if (!form.success) return notDone(response, z.prettifyError(form.error));
  await db.transaction().execute((tx) => sendAgain(tx, form.data.seq, now()));
  response.redirect(303, PAGE);
}

async function correct({ db, now }: Context, request: Request, response: Response): Promise<void> {
  const form = correction.safeParse(request.body);
  if (!form.success) return notDone(response, z.prettifyError(form.error));
  const { event, gross, tax } = form.data;
  const right = gross !== undefined && tax !== undefined ? { gross, tax } : undefined;
  const isNoted = await db.transaction().execute((tx) => noteCorrection(tx, event, right, now()));
  if (isNoted) response.redirect(303, PAGE);
  else
    notDone(response, "It is not reported yet, less is right than has gone back, or its store takes no corrections.");
}

const notDone = (response: Response, text: string): void =>
  sendPage(response, <MessagePage title="Not done" text={text} />, 422);

function StoreReportsPage({ books }: { books: TokenInBooks[] }) {
  return (
    <ControlDocument title="Store reports" place={PAGE}>
      <p className="lead">
        Tokens with which buyers came from an app, and what its store is told of them.{" "}
        <a href={`${PAGE}.json`}>As JSON</a>
      </p>
      <Table
        head={TOKEN_HEAD}
        rows={books.map(tokenRow)}
        whole={["Store", "Programme", "Link"]}
        empty="No token came yet."
      />
      <h2>Reports</h2>
      <Table
        head={REPORT_HEAD}
        rows={books.flatMap(({ reports }) => reports).map(reportRow)}
        empty="Nothing to report yet."
      />
      <h2>A token that Apple's notification names</h2>
      <form className="card stack" method="post" action={`${PAGE}/named`}>
        <div className="fields">
          <TextField name="id" label="externalPurchaseId" />
          <TextField name="bundle_id" label="bundleId" />
        </div>
        <div className="buttons">
          <button type="submit">Report it</button>
        </div>
      </form>
    </ControlDocument>
  );
}

const TOKEN_HEAD = ["Token", "Store", "Standing", "Programme", "Link", "Country", "Came", "Next due"];
const REPORT_HEAD = ["What", "Order", "Amount", "Store's fee", "State", "Due", "Tries", "Problem", "Step"];

const tokenRow = ({ token, standing, due_at }: TokenInBooks) => ({
  key: token.id,
  cells: [
    <code key="id" className="id">
      {token.id}
    </code>,
    token.store,
    <Badge key="standing" tone={standing === "unreadable" ? "bad" : "good"} word={standing} />,
    token.programme,
    token.link,
    token.storefront,
    <Time key="came" at={token.arrived_at} />,
    due_at !== undefined && <Time key="due" at={due_at} />,
  ],
});

const TONES = { waiting: "waiting", reported: "good", refused: "bad" } as const;

const reportRow = (report: StoreReport) => ({
  key: report.seq,
  cells: [
    report.kind,
    report.order_id && (
      <a key="order" className="id" href={`/control/orders/${report.order_id}`}>
        {report.order_id}
      </a>
    ),
    amountText(report),
    report.fee_percent !== null && `${report.fee_amount} (${report.fee_percent} %)`,
    <Badge key="state" tone={TONES[report.state]} word={report.state} />,
    <Time key="due" at={report.due_at} />,
    report.tries,
    report.problem,
    <Step key="step" report={report} />,
  ],
});

function amountText(report: StoreReport): string | undefined {
  if (report.facts === null) return undefined;
  const { gross, tax, currency } = factsOf(report);
  return `${gross} ${currency}, ${tax} of it tax`;
}

/** What an operator can do about a report. */
function Step({ report: { seq, state, store, kind, event } }: { report: StoreReport }) {
  if (state === "refused")
    return (
      <form method="post" action={`${PAGE}/again`}>
        <input type="hidden" name="seq" value={seq} />
        <button type="submit">Send again</button>
      </form>
    );
  const isPayment = kind === "sale" || kind === "renewal";
  if (state !== "reported" || store !== "apple" || !isPayment) return null;
  return (
    <form method="post" action={`${PAGE}/correct`}>
      <input type="hidden" name="event" value={event} />
      <button type="submit">Take back as a mistake</button>
    </form>
  );
}
