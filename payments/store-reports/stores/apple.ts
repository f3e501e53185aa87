import { threeLetters } from "~/upstream/contract/values/three-letter-countries";
import { milliAmounts, milliunits } from "../amounts";
import { factsOf, type PaymentFacts } from "../facts";
import { isOfTests } from "../read-token";
import type { ClaimedReport, StoreReport } from "../tables";
import { ask, type Fetch, type Reporter, type Taken, takenAs, unanswered } from "./call";
import { appleCredentials } from "./credentials";
import type { AppleSettings } from "./settings";

const STATUS: Record<StoreReport["kind"], string> = {
  sale: "LINE_ITEM",
  renewal: "LINE_ITEM",
  refund: "LINE_ITEM",
  correction: "LINE_ITEM",
  no_sale: "NO_LINE_ITEM",
  duplicate: "DUPLICATE_TOKEN",
  unknown: "UNRECOGNIZED_TOKEN",
};

/** The body of https://developer.apple.com/documentation/externalpurchaseserverapi/send-external-purchase-report */
function appleReport(report: ClaimedReport) {
  const { request_id: requestIdentifier, token_id: externalPurchaseId, kind } = report;
  const items = report.facts === null ? {} : { lineItems: [lineItem(report, factsOf(report))] };
  return { requestIdentifier, externalPurchaseId, status: STATUS[kind], ...items };
}

function lineItem({ kind, line_item_id: lineItemId, reference }: StoreReport, facts: PaymentFacts) {
  const { product: productIdentifier, currency, country, at, period, net_left, erroneous } = facts;
  const common = {
    lineItemId,
    creationDate: at,
    ...milliAmounts(facts),
    netAmountTaxExclusive: milliunits(net_left),
    reportingCurrency: currency,
    pricingCurrency: currency,
    taxCountry: threeLetters(country),
    ...(reference !== null && { referenceLineItemId: reference }),
    ...(kind === "correction" && { restatement: true, erroneouslySubmitted: erroneous === true }),
  };
  if (kind === "refund") return { ...common, eventType: "REFUND" };
  const bought = { ...common, eventType: "BUY", productIdentifier, quantity: 1 };
  if (period === undefined) return { ...bought, productType: "ONE_TIME_BUY" };
  return {
    ...bought,
    productType: "SUBSCRIPTION",
    subscriptionEvent: reference === null ? "SUBSCRIPTION_START" : "RENEWAL",
    subscriptionStartDate: period.starts_at,
    subscriptionEndDate: period.ends_at,
    subscriptionDaysOfPaidService: period.paid_days,
  };
}

/** Reports to Apple's External Purchase Server API. */
export function appleReporter(settings: AppleSettings, fetch: Fetch): Reporter {
  const credentialFor = appleCredentials(settings);
  return async (report, now) => {
    try {
      const token = await credentialFor(report.bundle_id ?? settings.bundle_id, now);
      const base = isOfTests({ id: report.token_id }) ? settings.test_url : settings.url;
      const url = `${base}/externalPurchase/v1/reports`;
      const headers = { Authorization: `Bearer ${token}` };
      const body = JSON.stringify(appleReport(report));
      const response = await ask(fetch, url, { method: "PUT", headers, body });
      if (response.ok) return { kind: "reported" };
      const taken = await takenAs(response, now);
      // Apple says the same of a mistake and of a report that it has already.
      return response.status === 400
        ? await orKnown(taken, () => ask(fetch, `${url}/${report.request_id}`, { headers }), now)
        : taken;
    } catch (error) {
      return unanswered(error);
    }
  };
}

/** Whether the report is there under its request id, as after an answer that was lost. */
async function orKnown(refused: Taken, retrieve: () => Promise<Response>, now: number): Promise<Taken> {
  const answer = await retrieve();
  if (answer.ok) return { kind: "reported" };
  const isThere = await takenAs(answer, now);
  return isThere.kind === "again" ? isThere : refused;
}
