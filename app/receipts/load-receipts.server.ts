import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatCount } from "~/i18n/numbers";
import { loadPlans } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client.server";
import type { Plan } from "~/upstream/contract/catalogue";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { type InvoiceList, listInvoices } from "~/upstream/invoices.server";
import { tokenRefusal } from "~/upstream/token-refusal.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { expiredCookie } from "~/visitor/browser/cookies.server";
import type { Session } from "~/visitor/session.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import { readReceiptKey } from "./receipt-key.server";
import type { PlanNames } from "./receipt-view";

/** Somebody the payments API can be asked about. */
export interface ReceiptOwner {
  kind: "owner";
  owner: InvoiceOwner;
  /** What let them in, where it was not the app's link; their next address carries it on. */
  key: string | undefined;
  /** Whom the payments API is called for. */
  caller: Caller;
}

type ReceiptAsker = ReceiptOwner | { kind: "nobody" } | { kind: "brokenKey" };

/** Who asks for receipts. The key in the address goes before the session: it was opened on purpose. */
export async function receiptAsker(request: Request, { session, caller }: Visitor): Promise<ReceiptAsker> {
  const key = new URL(request.url).searchParams.get("k");
  if (key === null) return session === undefined ? { kind: "nobody" } : fromLink(session, caller);
  const owner = await readReceiptKey(key);
  if (owner === undefined) return { kind: "brokenKey" };
  // The key speaks for itself, whoever else is signed in here.
  return { kind: "owner", owner, key, caller: { ...caller, bearer: undefined } };
}

/** As the link said it, byte for byte: the payments API judges the sign. */
const fromLink = ({ user_id, signed_time, sign }: Session, caller: Caller): ReceiptOwner => ({
  kind: "owner",
  owner: { user_id, signed_time, sign },
  key: undefined,
  caller,
});

/** What can be shown to somebody who asks for receipts. */
export type Receipts =
  | { kind: "list"; list: InvoiceList; owner: InvoiceOwner; key: string | undefined }
  | { kind: "nobody" }
  | { kind: "brokenKey" }
  /** The payments API no longer accepts the app's link. */
  | { kind: "ended" }
  /** `retryAfter`: seconds. */
  | { kind: "unavailable"; retryAfter: number };

const RETRY_SECONDS = 5;

/** The asker's invoices, or why there are none to show. Never throws UpstreamError. */
async function loadReceipts(asker: ReceiptAsker): Promise<Receipts> {
  if (asker.kind !== "owner") return asker;
  const { owner, key, caller } = asker;
  try {
    return { kind: "list", list: await listInvoices(owner, caller), owner, key };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (!isOver(error)) return { kind: "unavailable", retryAfter: error.retryAfter ?? RETRY_SECONDS };
    return { kind: key === undefined ? "ended" : "brokenKey" };
  }
}

/** Whether the API says that a sign is too old, or not good at all. */
export const isOver = (error: UpstreamError): boolean =>
  tokenRefusal(error) !== undefined || error.status === 401 || error.status === 403;

interface OpenedReceipts {
  visitor: Visitor;
  receipts: Receipts;
  planNames: PlanNames;
  status: number;
  headers: Headers;
}

/** What a page about receipts starts from: who asks, what they may see, and the answer's status and headers. */
export async function openReceipts(lang: LocaleCode, request: Request): Promise<OpenedReceipts> {
  const visitor = await visitorOf(request);
  const asker = await receiptAsker(request, visitor);
  const naming = asker.kind === "owner" ? planNames(lang, visitor) : new Map<string, string>();
  const [receipts, names] = await Promise.all([loadReceipts(asker), naming]);
  return { visitor, receipts, planNames: names, status: STATUSES[receipts.kind], headers: headersOf(receipts) };
}

const STATUSES: Readonly<Record<Receipts["kind"], number>> = {
  list: 200,
  nobody: 200,
  ended: 403,
  brokenKey: 404,
  unavailable: 503,
};

/** A link that is over ends the session it began. */
function headersOf(receipts: Receipts): Headers {
  const headers = new Headers();
  if (receipts.kind === "ended") headers.append("Set-Cookie", expiredCookie("session"));
  if (receipts.kind === "unavailable") headers.set("Retry-After", String(receipts.retryAfter));
  return headers;
}

/** How the plans on sale are called in a language. None where they cannot be loaded: an invoice has words of its own. */
async function planNames(lang: LocaleCode, { caller, channel }: Visitor): Promise<PlanNames> {
  try {
    const plans = await loadPlans(caller, { xFrom: channel });
    return new Map(plans.map((plan) => [plan.id, lengthOf(lang, plan)]));
  } catch (error) {
    if (error instanceof UpstreamError) return new Map();
    throw error;
  }
}

const lengthOf = (lang: LocaleCode, { interval, interval_count: count }: Plan): string =>
  translate(lang)(`pay-plan:${interval}`, { count, n: formatCount(lang, count) });
