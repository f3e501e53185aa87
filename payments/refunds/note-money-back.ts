import type { Sale } from "../catalogue/sale";
import { noteDispute } from "../disputes/note";
import type { DriverReport } from "../drivers/driver";
import { refundedMail } from "../mail/refunded-letter";
import { writeMail } from "../mail/write";
import { loadOrder } from "../store/orders";
import { noteGivenBack } from "./returned";

/**
 * Notes what a provider says of money that went back, by whomever, and writes to the buyer of what others gave. The same said again changes
 * nothing.
 */
export async function noteMoneyBack(
  sale: Sale,
  about: { driver: string; orderId: string },
  reports: readonly DriverReport[],
): Promise<void> {
  for (const report of reports) {
    if (report.type === "given_back") await tellBuyer(sale, await noteGivenBack(sale, about.driver, report));
    if (report.type === "disputed") await noteDispute(sale.tx, about, report, sale.now);
  }
}

/** What was bought runs on: nothing here has ended it. */
async function tellBuyer(sale: Sale, untold: Awaited<ReturnType<typeof noteGivenBack>>): Promise<void> {
  const stored = untold && (await loadOrder(sale.tx, untold.orderId));
  if (stored) await writeMail(sale, refundedMail(stored, untold.money, false));
}
