import { RETRY_SECONDS } from "~/errors/errors.server";
import { log } from "~/log.server";
import type { Caller } from "~/upstream/client/client.server";
import { tokenRefusal, UpstreamError } from "~/upstream/client/upstream-error";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { expiredCookie } from "~/visitor/browser/cookies.server";
import { forgottenHereCookie } from "~/visitor/sealed-cookies.server";
import type { Owners, WhoAsks } from "./who-asks.server";

type OpenTo = Pick<Owners, "owners" | "by" | "key">;

/** What is open to the visitor. `refused`: the owners whom the payments API no longer accepts. */
export type Purchases = { kind: "list"; refused: InvoiceOwner[] } & OpenTo;

/** Why nothing is. */
export type NoPurchases =
  | { kind: "nobody" }
  /** What let the visitor in is no longer accepted: a key, a link, or having paid in this browser. */
  | { kind: "brokenKey" | "ended" | "forgotten"; refused?: InvoiceOwner[] }
  /** For one owner at least: what some have is not shown as if it were all. `retryAfter`: seconds. */
  | ({ kind: "unavailable"; retryAfter: number } & OpenTo);

/** What one owner has. */
export interface OwnersAnswer<Answer> {
  owner: InvoiceOwner;
  answer: Answer;
}

const NO_LONGER_ACCEPTED = { key: "brokenKey", link: "ended", browser: "forgotten" } as const;

/** Asks the payments API for what each of the owners has, side by side. `what`: for the log. Never throws UpstreamError. */
export async function askOwners<Answer>(
  asker: WhoAsks,
  ask: (owner: InvoiceOwner, caller: Caller) => Promise<Answer>,
  { what, requestId }: { what: "receipts" | "subscriptions"; requestId: string },
): Promise<(Purchases & { answers: OwnersAnswer<Answer>[] }) | NoPurchases> {
  const refuse = (reason: "brokenKey" | "ended" | "forgotten", refused?: InvoiceOwner[]): NoPurchases => {
    log.warn({ requestId, reason }, `${what} were refused`);
    return { kind: reason, refused };
  };
  if (asker.kind === "nobody") return asker;
  if (asker.kind === "brokenKey") return refuse(asker.kind);
  const { owners, by, key, caller } = asker;
  const answers: OwnersAnswer<Answer>[] = [];
  const refused: InvoiceOwner[] = [];
  for (const one of await Promise.all(owners.map((owner) => askOne(owner, () => ask(owner, caller))))) {
    if ("retryAfter" in one) return { kind: "unavailable", ...one, owners, by, key };
    if ("refused" in one) refused.push(one.refused);
    else answers.push(one);
  }
  if (answers.length === 0) return refuse(NO_LONGER_ACCEPTED[by], refused);
  return { kind: "list", answers, refused, owners, by, key };
}

async function askOne<Answer>(
  owner: InvoiceOwner,
  ask: () => Promise<Answer>,
): Promise<OwnersAnswer<Answer> | { refused: InvoiceOwner } | { retryAfter: number }> {
  try {
    return { owner, answer: await ask() };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return isOver(error) ? { refused: owner } : { retryAfter: error.retryAfter ?? RETRY_SECONDS };
  }
}

/** Whether the API says that a sign has expired or is not valid. */
export const isOver = (error: UpstreamError): boolean =>
  tokenRefusal(error) !== undefined || error.status === 401 || error.status === 403;

/** What several owners have, each thing once and newest first; what one has stays in the payments API's order. */
export function newestFirst<Item>(
  lists: readonly (readonly Item[])[],
  factsOf: (item: Item) => { id: string; at: string | undefined },
): Item[] {
  if (lists.length === 1) return lists.flat();
  const once = new Map(lists.flat().map((item) => [factsOf(item).id, item]));
  const moment = (item: Item) => Date.parse(factsOf(item).at ?? "") || 0;
  return [...once.values()].sort((one, other) => moment(other) - moment(one));
}

/** The status of a page that shows purchases, or why there are none. */
export const PURCHASES_STATUSES: Readonly<Record<(Purchases | NoPurchases)["kind"], number>> = {
  list: 200,
  nobody: 200,
  ended: 403,
  forgotten: 403,
  brokenKey: 404,
  unavailable: 503,
};

/** The headers of such a page: what is over goes, be it the session that a link began, or an order that was paid here. */
export async function purchasesHeaders(
  request: Request,
  shown: Purchases | NoPurchases | { kind: "unsupported" },
): Promise<Headers> {
  const headers = new Headers();
  if (shown.kind === "ended") headers.append("Set-Cookie", expiredCookie("session"));
  const refused = shown.kind === "forgotten" || shown.kind === "list" ? (shown.refused ?? []) : [];
  if (refused.length > 0) headers.append("Set-Cookie", await forgottenHereCookie(request, refused));
  if (shown.kind === "unavailable") headers.set("Retry-After", String(shown.retryAfter));
  return headers;
}
