import { digestOf } from "~/sealing.server";
import type { Caller } from "~/upstream/client/client.server";
import { tokenRefusal } from "~/upstream/client/token-refusal.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { ordersPaidHere } from "~/visitor/sealed-cookies.server";
import type { Session } from "~/visitor/session.server";
import type { Visitor } from "~/visitor/visitor.server";
import { readReceiptKey } from "./receipt-key.server";

/** The owner of receipts, as the payments API needs it. */
export interface ReceiptOwner {
  kind: "owner";
  /** Newest first. A key opens one order, so a browser that paid several orders has several. */
  owners: readonly [InvoiceOwner, ...InvoiceOwner[]];
  /** What let the owner in: the key in the address, a link, or that they paid in this browser. */
  by: "key" | "link" | "browser";
  /** The key in the address; their next addresses need it too. */
  key: string | undefined;
  /** The caller for the owner's requests. */
  caller: Caller;
}

export type ReceiptAsker = ReceiptOwner | { kind: "nobody" } | { kind: "brokenKey" };

/**
 * Who asks for receipts. The key in the address goes first: it was opened on purpose. A link goes before what the browser remembers of
 * whoever paid here where its token was accepted: anybody can write another one.
 */
export async function receiptAsker(request: Request, { session, caller, bearerFrom }: Visitor): Promise<ReceiptAsker> {
  const key = new URL(request.url).searchParams.get("k");
  // The sign is enough: the token of a signed-in visitor, who may be somebody else, is not sent.
  const anybody = { ...caller, bearer: undefined };
  if (key !== null) {
    const owner = await readReceiptKey(key);
    if (owner === undefined) return { kind: "brokenKey" };
    return { kind: "owner", owners: [owner], by: "key", key, caller: anybody };
  }
  const paid = (await ordersPaidHere(request)).flatMap(({ owner }) => owner ?? []);
  const [first, ...others] = new Map(paid.map((owner) => [ownerName(owner), owner])).values();
  if (session !== undefined && (first === undefined || bearerFrom === "link"))
    return { kind: "owner", owners: [ownerOf(session)], by: "link", key: undefined, caller };
  if (first === undefined) return { kind: "nobody" };
  return { kind: "owner", owners: [first, ...others], by: "browser", key: undefined, caller: anybody };
}

/** The link's values byte for byte: the payments API checks the sign. */
const ownerOf = ({ user_id, signed_time, sign }: Session): InvoiceOwner => ({ user_id, signed_time, sign });

/**
 * Tells an owner from all others, without telling their sign. The user of an order's key would not: whoever buys with somebody's address
 * has a key of that address's user.
 */
export const ownerName = ({ user_id, signed_time, sign }: InvoiceOwner): string =>
  digestOf(JSON.stringify([user_id, signed_time, sign]));

/** The owner whose form was sent: where there are several, the form has the name of its own. */
export const namedOwner = ({ owners }: Pick<ReceiptOwner, "owners">, name: string | undefined): InvoiceOwner =>
  owners.find((owner) => ownerName(owner) === name) ?? owners[0];

/** Whether the API says that a sign has expired or is not valid. */
export const isOver = (error: UpstreamError): boolean =>
  tokenRefusal(error) !== undefined || error.status === 401 || error.status === 403;

/** How a page calls it that the payments API no longer accepts what let the owner in. */
const REFUSED = { key: "brokenKey", link: "ended", browser: "forgotten" } as const;

export interface Answered<Answer> {
  owner: InvoiceOwner;
  answer: Answer;
}

/** `refused`: the owners whom the payments API no longer accepts. */
type OwnersAnswers<Answer> =
  | { kind: "answered"; answers: Answered<Answer>[]; refused: InvoiceOwner[] }
  | { kind: "brokenKey" | "ended" | "forgotten"; refused: InvoiceOwner[] }
  /** At least one of them: what some have is not shown as if it were all. `retryAfter`: seconds. */
  | { kind: "unavailable"; retryAfter: number };

const RETRY_SECONDS = 5;

/** Asks the payments API for what each of the owners has, side by side. Never throws UpstreamError. */
export async function askForOwners<Answer>(
  { owners, by, caller }: ReceiptOwner,
  ask: (owner: InvoiceOwner, caller: Caller) => Promise<Answer>,
): Promise<OwnersAnswers<Answer>> {
  const asked = await Promise.all(owners.map((owner) => askFor(owner, () => ask(owner, caller))));
  const answers: Answered<Answer>[] = [];
  const refused: InvoiceOwner[] = [];
  for (const one of asked) {
    if (one.kind === "unavailable") return one;
    if (one.kind === "answered") answers.push(one);
    else refused.push(one.owner);
  }
  return answers.length === 0 ? { kind: REFUSED[by], refused } : { kind: "answered", answers, refused };
}

type AskedOwner<Answer> =
  | ({ kind: "answered" } & Answered<Answer>)
  | { kind: "refused"; owner: InvoiceOwner }
  | { kind: "unavailable"; retryAfter: number };

async function askFor<Answer>(owner: InvoiceOwner, ask: () => Promise<Answer>): Promise<AskedOwner<Answer>> {
  try {
    return { kind: "answered", owner, answer: await ask() };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (isOver(error)) return { kind: "refused", owner };
    return { kind: "unavailable", retryAfter: error.retryAfter ?? RETRY_SECONDS };
  }
}

/** What several owners have, each thing once and newest first; what one has stays in the payments API's order. */
export function together<Item>(
  lists: readonly (readonly Item[])[],
  factsOf: (item: Item) => { id: string; at: string | undefined },
): Item[] {
  if (lists.length === 1) return lists.flat();
  const once = new Map(lists.flat().map((item) => [factsOf(item).id, item]));
  const moment = (item: Item) => Date.parse(factsOf(item).at ?? "") || 0;
  return [...once.values()].sort((one, other) => moment(other) - moment(one));
}
