import { type InvoiceOwner, invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { accountOf } from "../accounts";
import type { Context } from "../context";
import { invoiceNumberOf } from "../invoices/invoice";
import { invoicesOf } from "../invoices/list";
import { countSend } from "../invoices/send";
import { receiptMail } from "../mail/receipt-letter";
import { writeMail } from "../mail/write";
import type { Tx } from "../store/database";
import { isEmail } from "./email";
import { failure } from "./failure";
import { checkOwner, masked } from "./owner";
import type { routesIn } from "./route";

export function invoiceRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    invoiceList: posting(invoiceList, async (owner) => {
      checkOwner(context, owner);
      const { email } = await accountOf(context.db, owner.user_id);
      return { email_hint: masked(email), invoices: await invoicesOf(context.db, owner.user_id) };
    }),
    invoiceSend: posting(invoiceSend, async ({ email, invoice_id, ...owner }) => {
      checkOwner(context, owner);
      if (!isEmail(email)) throw failure("email_invalid");
      await context.db.transaction().execute((tx) => send(context, tx, { owner, invoice_id, email }));
      return { sent: true, invoice_id, email };
    }),
  };
}

interface Sending {
  owner: InvoiceOwner;
  invoice_id: string;
  email: string;
}

async function send(context: Context, tx: Tx, { owner, invoice_id, email }: Sending): Promise<void> {
  const now = context.now();
  const invoice = (await invoicesOf(tx, owner.user_id)).find((one) => one.invoice_id === invoice_id);
  const number = invoiceNumberOf(invoice_id);
  if (!invoice || number === undefined) throw failure("invoice_unknown");
  const wait = await countSend(tx, number, now);
  if (wait !== undefined) throw failure("too_many", { retryAfter: Math.ceil(wait / 1000) });
  const { language } = await tx
    .selectFrom("orders")
    .select("language")
    .where("id", "=", invoice.order_id)
    .executeTakeFirstOrThrow();
  await writeMail(tx, receiptMail(invoice, { recipient: email, language, site: context.siteOrigin }), now);
}
