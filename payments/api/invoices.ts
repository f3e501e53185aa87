import { endLinks, type InvoiceOwner, invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
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
      const invoices = await invoicesIn(context.db, scope);
      return { email_hint: masked(scope.email), invoices, scope: scope.kind };
    }),
    invoiceSend: posting(invoiceSend, async ({ email, invoice_id, ...owner }) => {
      if (!isEmail(email)) throw failure("email_invalid");
      await context.db.transaction().execute((tx) => send(context, tx, { owner, invoice_id, email }));
      return { sent: true, invoice_id, email };
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

interface Sending {
  owner: InvoiceOwner;
  invoice_id: string;
  email: string;
}

async function send(context: Context, tx: Tx, { owner, invoice_id, email }: Sending): Promise<void> {
  const now = context.now();
  const scope = await scopeOf(context, tx, owner);
  const invoice = (await invoicesIn(tx, scope)).find((one) => one.invoice_id === invoice_id);
  const number = invoiceNumberOf(invoice_id);
  if (!invoice || number === undefined) throw failure("invoice_unknown");
  const wait = await countSend(tx, number, now);
  if (wait !== undefined) throw failure("too_many", { retryAfter: Math.ceil(wait / 1000) });
  await mailReceipt(await saleIn(context, tx), number, { recipient: email, site: context.siteOrigin });
}
