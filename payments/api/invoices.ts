import {
  type BilledTo,
  endLinks,
  type InvoiceOwner,
  invoiceDetails,
  invoiceList,
  invoiceSend,
} from "~/upstream/contract/invoices";
import { readVatId } from "~/upstream/contract/values/vat-id.server";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { writeDetails } from "../invoices/details";
import { invoiceNumberOf } from "../invoices/invoice";
import { invoicesIn } from "../invoices/list";
import { mailReceipt } from "../invoices/mail-receipt";
import { countSend } from "../invoices/send";
import { endLinksOf } from "../links/ended-links";
import type { Tx } from "../store/database";
import { isEmail } from "./email";
import { failure } from "./failure";
import { masked, scopeOf } from "./proof/owner";
import type { routesIn } from "./route";

export function invoiceRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    invoiceList: posting(invoiceList, async (owner) => {
      const scope = await scopeOf(context, context.db, owner);
      const { detailsDays } = await context.catalogue(context.db);
      const invoices = await invoicesIn(context.db, scope, detailsDays);
      return { email_hint: masked(scope.email), invoices, scope: scope.kind };
    }),
    invoiceSend: posting(invoiceSend, async ({ email, invoice_id, ...owner }) => {
      if (!isEmail(email)) throw failure("email_invalid");
      await context.db.transaction().execute((tx) => send(context, tx, { owner, invoice_id, email }));
      return { sent: true, invoice_id, email };
    }),
    invoiceDetails: posting(invoiceDetails, ({ invoice_id, version, billed_to, ...owner }) => {
      const billedTo = readBilledTo(billed_to);
      return context.db.transaction().execute((tx) => detail(context, tx, { owner, invoice_id, version, billedTo }));
    }),
    endLinks: posting(endLinks, (owner) => context.db.transaction().execute((tx) => endAll(context, tx, owner))),
  };
}

/** In one transaction with the check of the sign: of two calls with one sign, the later must not end what the first answered. */
async function endAll(context: Context, tx: Tx, owner: InvoiceOwner): Promise<{ receipts: InvoiceOwner }> {
  const scope = await scopeOf(context, tx, owner);
  if (scope.kind === "order") throw failure("account_needed");
  return { receipts: context.links.accountKey(scope.userId, await endLinksOf(tx, scope, context.now())) };
}

/** The same, with its VAT id as invoices have it. @throws Failure where it names nobody */
function readBilledTo({ vat_id, ...named }: BilledTo): BilledTo {
  if (named.name === undefined && named.company === undefined) throw failure("invalid_request", { detail: "name" });
  if (vat_id === undefined) return named;
  const read = readVatId(vat_id);
  if (read === undefined) throw failure("vat_id_invalid");
  return { ...named, vat_id: read };
}

interface Detailing {
  owner: InvoiceOwner;
  invoice_id: string;
  version: number;
  billedTo: BilledTo;
}

async function detail(context: Context, tx: Tx, asked: Detailing): Promise<{ version: number }> {
  const now = context.now();
  const scope = await scopeOf(context, tx, asked.owner);
  const { detailsDays } = await context.catalogue(tx);
  const invoice = (await invoicesIn(tx, scope, detailsDays)).find((one) => one.invoice_id === asked.invoice_id);
  const number = invoiceNumberOf(asked.invoice_id);
  if (!invoice || number === undefined) throw failure("invoice_unknown");
  if (Date.parse(invoice.details_until ?? "") <= now) throw failure("details_over");
  const written = await writeDetails(tx, number, { seen: asked.version, billedTo: asked.billedTo, now });
  if (written.kind === "too_many") throw failure(written.kind, { retryAfter: Math.ceil(written.waitMs / 1000) });
  if (written.kind !== "written") throw failure(written.kind);
  return { version: written.version };
}

interface Sending {
  owner: InvoiceOwner;
  invoice_id: string;
  email: string;
}

async function send(context: Context, tx: Tx, { owner, invoice_id, email }: Sending): Promise<void> {
  const now = context.now();
  const scope = await scopeOf(context, tx, owner);
  const { detailsDays } = await context.catalogue(tx);
  const invoice = (await invoicesIn(tx, scope, detailsDays)).find((one) => one.invoice_id === invoice_id);
  const number = invoiceNumberOf(invoice_id);
  if (!invoice || number === undefined) throw failure("invoice_unknown");
  const wait = await countSend(tx, number, now);
  if (wait !== undefined) throw failure("too_many", { retryAfter: Math.ceil(wait / 1000) });
  await mailReceipt(await saleIn(context, tx), number, { recipient: email, site: context.siteOrigin });
}
