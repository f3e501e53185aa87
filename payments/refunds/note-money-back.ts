import { noteDispute } from "../disputes/note";
import type { DriverReport } from "../drivers/driver";
import type { Tx } from "../store/database";
import { noteGivenBack } from "./returned";

/** Notes what a provider says of money that went back, by whomever. The same said again changes nothing. */
export async function noteMoneyBack(
  tx: Tx,
  about: { driver: string; orderId: string },
  reports: readonly DriverReport[],
  now: number,
): Promise<void> {
  for (const report of reports) {
    if (report.type === "given_back") await noteGivenBack(tx, report.captureId, report.total);
    if (report.type === "disputed") await noteDispute(tx, about, report, now);
  }
}
