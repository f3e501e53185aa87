import type { LocaleCode } from "~/i18n/locales";
import { expiredCookie } from "~/visitor/browser/cookies.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import { loadReceipts, type Receipts } from "./load-receipts.server";
import { planNames } from "./plan-names.server";
import { receiptAsker } from "./receipt-asker.server";
import type { PlanNames } from "./receipt-view";

export interface OpenedReceipts {
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
