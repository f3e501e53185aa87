import type { LocaleCode } from "~/i18n/locales";
import { log } from "~/log.server";
import { periodWords } from "~/offers/sale/period-words.server";
import { loadPlans } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client/client.server";
import { tokenRefusal } from "~/upstream/client/token-refusal.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { type InvoiceList, listInvoices } from "~/upstream/invoices.server";
import { expiredCookie } from "~/visitor/browser/cookies.server";
import type { Session } from "~/visitor/session.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import { whoPaidHere } from "./paid-here.server";
import { readReceiptKey } from "./receipt-key.server";
import type { PlanNames } from "./receipt-view.server";

/** The owner of receipts, as the payments API needs it. */
export interface ReceiptOwner {
  kind: "owner";
  owner: InvoiceOwner;
  /** What let the owner in: the key in the address, an app's link, or that they paid in this browser. */
  by: "key" | "link" | "browser";
  /** The key in the address; their next addresses need it too. */
  key: string | undefined;
  /** The caller for the owner's requests. */
  caller: Caller;
}

type ReceiptAsker = ReceiptOwner | { kind: "nobody" } | { kind: "brokenKey" };

/**
 * Who asks for receipts. The key in the address goes before the session: it was opened on purpose. Both go before what the browser
 * remembers of whoever paid here.
 */
export async function receiptAsker(request: Request, { session, caller }: Visitor): Promise<ReceiptAsker> {
  const key = new URL(request.url).searchParams.get("k");
  if (key === null && session !== undefined) return fromLink(session, caller);
  const owner = key === null ? await whoPaidHere(request) : await readReceiptKey(key);
  if (owner === undefined) return { kind: key === null ? "nobody" : "brokenKey" };
  // The sign is enough: the token of a signed-in visitor, who may be somebody else, is not sent.
  const anybody = { ...caller, bearer: undefined };
  return { kind: "owner", owner, by: key === null ? "browser" : "key", key: key ?? undefined, caller: anybody };
}

/** The link's values byte for byte: the payments API checks the sign. */
const fromLink = ({ user_id, signed_time, sign }: Session, caller: Caller): ReceiptOwner => ({
  kind: "owner",
  owner: { user_id, signed_time, sign },
  by: "link",
  key: undefined,
  caller,
});

/** How a page calls it that the payments API no longer accepts what let the owner in. */
export const REFUSED = { key: "brokenKey", link: "ended", browser: "forgotten" } as const satisfies Record<
  ReceiptOwner["by"],
  string
>;

/** The receipts to show, or why there are none. */
export type Receipts =
  | ({ kind: "list"; list: InvoiceList } & Pick<ReceiptOwner, "owner" | "by" | "key">)
  /** The payments API no longer accepts the app's link (`ended`), or who paid here (`forgotten`). */
  | { kind: "nobody" | "brokenKey" | "ended" | "forgotten" }
  /** `retryAfter`: seconds. */
  | { kind: "unavailable"; retryAfter: number };

const RETRY_SECONDS = 5;

/** The asker's invoices, or why there are none to show. Never throws UpstreamError. */
async function loadReceipts(asker: ReceiptAsker): Promise<Receipts> {
  if (asker.kind !== "owner") return asker;
  const { owner, by, key, caller } = asker;
  try {
    return { kind: "list", list: await listInvoices(owner, caller), owner, by, key };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (!isOver(error)) return { kind: "unavailable", retryAfter: error.retryAfter ?? RETRY_SECONDS };
    return { kind: REFUSED[by] };
  }
}

/** Whether the API says that a sign has expired or is not valid. */
export const isOver = (error: UpstreamError): boolean =>
  tokenRefusal(error) !== undefined || error.status === 401 || error.status === 403;

export interface OpenedReceipts {
  visitor: Visitor;
  receipts: Receipts;
  planNames: PlanNames;
  status: number;
  headers: Headers;
}

/** What a page about receipts needs: the visitor, the receipts, and the response's status and headers. */
export async function openReceipts(lang: LocaleCode, request: Request): Promise<OpenedReceipts> {
  const visitor = await visitorOf(request);
  const asker = await receiptAsker(request, visitor);
  const naming = asker.kind === "owner" ? planNames(lang, visitor) : new Map<string, string>();
  const [receipts, names] = await Promise.all([loadReceipts(asker), naming]);
  if (receipts.kind === "brokenKey" || receipts.kind === "ended" || receipts.kind === "forgotten")
    log.warn({ requestId: visitor.requestId, reason: receipts.kind }, "receipts were refused");
  return {
    visitor,
    receipts,
    planNames: names,
    status: ENTRY_STATUSES[receipts.kind],
    headers: entryHeaders(receipts),
  };
}

/** The status of a page that an owner's key or link opens, or does not. */
export const ENTRY_STATUSES: Readonly<Record<Receipts["kind"], number>> = {
  list: 200,
  nobody: 200,
  ended: 403,
  forgotten: 403,
  brokenKey: 404,
  unavailable: 503,
};

/** The headers of such a page: what is over goes, be it the session that a link began, or who paid here. `retryAfter`: seconds. */
export function entryHeaders({ kind, retryAfter }: { kind: string; retryAfter?: number }): Headers {
  const headers = new Headers();
  if (kind === "ended") headers.append("Set-Cookie", expiredCookie("session"));
  if (kind === "forgotten") headers.append("Set-Cookie", expiredCookie("receipts"));
  if (kind === "unavailable") headers.set("Retry-After", String(retryAfter));
  return headers;
}

/** The plans' names in a language, by plan id. Empty where they cannot be loaded: invoices have descriptions. */
export async function planNames(lang: LocaleCode, { caller, channel }: Visitor): Promise<PlanNames> {
  try {
    const plans = await loadPlans(caller, { xFrom: channel });
    const { length } = periodWords(lang);
    return new Map(
      plans.map(({ id, interval, interval_count }) => [id, length({ unit: interval, count: interval_count })]),
    );
  } catch (error) {
    if (error instanceof UpstreamError) return new Map();
    throw error;
  }
}
