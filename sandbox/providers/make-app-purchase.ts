import { randomBytes } from "node:crypto";
import type { AppProviderCode } from "~/upstream/contract/purchase-calls";
import { accountOf } from "../../payments/accounts";
import { offersTo } from "../../payments/catalogue/on-sale";
import type { SoldPlan } from "../../payments/catalogue/plans";
import { inSale } from "../../payments/catalogue/sale";
import type { Context } from "../../payments/context";
import type { Money } from "../../payments/machine/money";
import { openAttempt, openOrder } from "../../payments/orders/buying/open";
import { termsOf } from "../../payments/orders/buying/terms";
import { recordEvent } from "../../payments/orders/record";
import type { Tx } from "../../payments/store/database";
import { loadOrder } from "../../payments/store/orders";
import { captured, deliver } from "./reports/deliver";
import type { Reported } from "./reports/webhooks";

interface AppPurchase {
  provider: AppProviderCode;
  plan: SoldPlan;
  userId: number;
  outcome: "success" | "pending" | "failed";
  /** Seconds after which a pending purchase succeeds. */
  seconds: number;
}

const COUNTRY = "US";

/** What only the site tells of a purchase. */
const UNKNOWN = {
  browser: null,
  networkCountry: null,
  appType: null,
  attribution: null,
  frontId: null,
  language: null,
  timeZone: null,
  termsVersion: null,
  agreement: undefined,
};

/** Makes a purchase as an app would: paid, or not, in the app's store; the site only shows it. */
export async function makeAppPurchase(
  context: Context,
  { provider, plan, userId, ...paid }: AppPurchase,
): Promise<{ orderId: string; transactionId: string }> {
  const { siteOrigin, origin } = context;
  return inSale(context, async (sale) => {
    const { tx, catalogue, now: at } = sale;
    const { email } = await accountOf(tx, userId);
    const reference = `${provider}_${randomBytes(9).toString("hex")}`;
    const buyer = { email, userId };
    const stored = await openOrder(tx, { ...UNKNOWN, plan, buyer, country: COUNTRY, now: at });
    const addresses = { returnUrl: siteOrigin, cancelUrl: siteOrigin, origin: origin() };
    const attempt = { ...UNKNOWN, provider, catalogue, ...addresses, now: at };
    const offer = (await offersTo(tx, { buyer, memberId: undefined }, at))(plan);
    const terms = termsOf(offer.plan, COUNTRY, undefined);
    const id = await openAttempt(tx, stored, attempt, terms);
    await markAsSent(tx, stored.row.id, { attemptId: id, reference, at });
    await deliver(sale, { id, order_id: stored.row.id }, purchaseReports(paid, { id, ...terms.price }));
    return { orderId: stored.row.id, transactionId: reference };
  });
}

/** The app has opened it in its store. */
async function markAsSent(tx: Tx, orderId: string, sent: { attemptId: string; reference: string; at: number }) {
  const { attemptId, reference, at } = sent;
  await tx.updateTable("attempts").set({ reference }).where("id", "=", attemptId).execute();
  const stored = await loadOrder(tx, orderId);
  if (stored) await recordEvent(tx, stored, { type: "reported", attemptId, report: { type: "sent" } }, at);
}

type Paid = Pick<AppPurchase, "outcome" | "seconds">;

function purchaseReports({ outcome, seconds }: Paid, attempt: Money & { id: string }): Reported[] {
  const success = { report: captured(attempt) };
  switch (outcome) {
    case "success":
      return [success];
    case "pending":
      return [{ report: { type: "processing" } }, { ...success, afterSeconds: seconds }];
    case "failed":
      return [{ report: { type: "declined", bucket: "bank_declined" } }];
  }
}
