import { z } from "zod";
import { micros, netOf } from "../amounts";
import { factsOf, type PaymentFacts } from "../facts";
import type { ClaimedReport } from "../tables";
import { ask, type Fetch, type Reporter, type Taken, takenAs, unanswered } from "./call";
import { googleCredentials } from "./credentials";
import type { GoogleSettings } from "./settings";

/** By the app's word for its programme: under which name the transaction says so. Alternative billing needs none. */
const DETAILS: ReadonlyMap<string, string> = new Map([
  ["eu_dma", "externalOfferDetails"],
  ["us_link", "externalContentLinkDetails"],
]);

const LINKED = { linkType: "LINK_TO_DIGITAL_CONTENT_OFFER" };
const SUBSCRIPTION = { externalSubscription: { subscriptionType: "RECURRING" } };

const price = (amount: string, currency: string) => ({ priceMicros: micros(amount), currency });
const timeOf = (at: number): string => new Date(at).toISOString();

/** The body of https://developers.google.com/android-publisher/api-ref/rest/v3/externaltransactions/createexternaltransaction */
function transaction(report: ClaimedReport, facts: PaymentFacts) {
  const details = DETAILS.get(report.programme ?? "");
  return {
    originalPreTaxAmount: price(netOf(facts), facts.currency),
    originalTaxAmount: price(facts.tax, facts.currency),
    transactionTime: timeOf(facts.at),
    userTaxAddress: { regionCode: facts.country },
    ...kindOfTransaction(report, facts),
    ...(details !== undefined && { [details]: LINKED }),
  };
}

/** Only the first one has the token; later ones name the first. */
function kindOfTransaction({ token, reference }: ClaimedReport, { period }: PaymentFacts) {
  const first = { externalTransactionToken: token };
  if (period === undefined) return { oneTimeTransaction: first };
  return {
    recurringTransaction: {
      ...(reference === null ? first : { initialExternalTransactionId: reference }),
      ...SUBSCRIPTION,
    },
  };
}

/** The body of https://developers.google.com/android-publisher/api-ref/rest/v3/externaltransactions/refundexternaltransaction */
function refund({ line_item_id: refundId }: ClaimedReport, facts: PaymentFacts) {
  const refundTime = timeOf(facts.at);
  if (Number(facts.net_left) === 0) return { refundTime, fullRefund: {} };
  return { refundTime, partialRefund: { refundId, refundPreTaxAmount: price(netOf(facts), facts.currency) } };
}

/** Reports to Google's externaltransactions. */
export function googleReporter(settings: GoogleSettings, fetch: Fetch): Reporter {
  const credentials = googleCredentials(settings, fetch);
  return async (report, now) => {
    try {
      const headers = { Authorization: `Bearer ${await credentials.get(now)}` };
      const taken = await send({ fetch, headers, url: transactionsOf(settings, report) }, report, now);
      if (taken.kind === "again" && taken.problem.startsWith("401")) credentials.forget();
      return taken;
    } catch (error) {
      return unanswered(error);
    }
  };
}

const transactionsOf = ({ url, package_name }: GoogleSettings, { bundle_id }: ClaimedReport): string =>
  `${url}/androidpublisher/v3/applications/${encodeURIComponent(bundle_id ?? package_name)}/externalTransactions`;

interface Line {
  fetch: Fetch;
  headers: Record<string, string>;
  url: string;
}

const send = (line: Line, report: ClaimedReport, now: number): Promise<Taken> =>
  report.kind === "refund" ? sendRefund(line, report, now) : sendTransaction(line, report, now);

/** The id is ours and never used twice, so one that Google knows was taken with an answer that was lost. */
async function sendTransaction({ fetch, headers, url }: Line, report: ClaimedReport, now: number): Promise<Taken> {
  const address = `${url}?externalTransactionId=${report.line_item_id}`;
  const body = JSON.stringify(transaction(report, factsOf(report)));
  const response = await ask(fetch, address, { method: "POST", headers, body });
  return response.ok || response.status === 409 ? { kind: "reported" } : takenAs(response, now);
}

async function sendRefund({ fetch, headers, url }: Line, report: ClaimedReport, now: number): Promise<Taken> {
  const address = `${url}/${report.reference}`;
  const facts = factsOf(report);
  const body = JSON.stringify(refund(report, facts));
  const response = await ask(fetch, `${address}:refund`, { method: "POST", headers, body });
  if (response.ok) return { kind: "reported" };
  const taken = await takenAs(response, now);
  if (taken.kind !== "refused") return taken;
  return (await isLeft({ fetch, headers, url: address }, facts)) ? { kind: "reported" } : taken;
}

const known = z.object({ currentPreTaxAmount: z.object({ priceMicros: z.string() }) });

/** Whether Google has of a transaction what is left after a refund, as after an answer that was lost. */
async function isLeft({ fetch, headers, url }: Line, { net_left }: PaymentFacts): Promise<boolean> {
  const response = await ask(fetch, url, { headers });
  if (!response.ok) throw new Error(`Google did not say what is left of a transaction: ${response.status}`);
  return known.parse(await response.json()).currentPreTaxAmount.priceMicros === micros(net_left);
}
