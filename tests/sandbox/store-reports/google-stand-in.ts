import { jwtVerify } from "jose";
import { z } from "zod";
import { BUNDLE, PUBLIC_KEYS } from "./keys";
import { refusal } from "./stand-in";

const price = z.strictObject({ priceMicros: z.string().regex(/^\d+$/), currency: z.string().length(3) });
const linked = z.strictObject({ linkType: z.literal("LINK_TO_DIGITAL_CONTENT_OFFER") });
const created = z.strictObject({
  originalPreTaxAmount: price,
  originalTaxAmount: price,
  transactionTime: z.iso.datetime(),
  userTaxAddress: z.strictObject({ regionCode: z.string().regex(/^[A-Z]{2}$/) }),
  oneTimeTransaction: z.strictObject({ externalTransactionToken: z.string() }).optional(),
  recurringTransaction: z
    .strictObject({
      externalTransactionToken: z.string().optional(),
      initialExternalTransactionId: z.string().optional(),
      externalSubscription: z.strictObject({ subscriptionType: z.literal("RECURRING") }),
    })
    .optional(),
  externalOfferDetails: linked.optional(),
  externalContentLinkDetails: linked.optional(),
});
type Created = z.output<typeof created>;

const refunded = z.strictObject({
  refundTime: z.iso.datetime(),
  fullRefund: z.strictObject({}).optional(),
  partialRefund: z.strictObject({ refundId: z.string().min(1), refundPreTaxAmount: price }).optional(),
});

interface Transaction extends Created {
  left: bigint;
  /** The ids of partial refunds. */
  refunds: string[];
}

const SCOPE = "https://www.googleapis.com/auth/androidpublisher";
const LIFE_MS = 3_600_000;

/** Google's externaltransactions and its tokens of service accounts, as their documentation has them, with books of what it took. */
export class GoogleStandIn {
  readonly transactions = new Map<string, Transaction>();
  readonly mistakes: string[] = [];
  /** The tokens that Google made. */
  readonly tokens = new Set<string>();
  /** Access tokens, and when they expire. */
  readonly #granted = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Access tokens that were given so far. */
  get grants(): number {
    return this.#granted.size;
  }

  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/google/token") return this.#grant(request);
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
    if ((this.#granted.get(token) ?? 0) <= this.#now()) return this.#mistake(401, "the access token");
    const base = `/google/androidpublisher/v3/applications/${BUNDLE}/externalTransactions`;
    if (!url.pathname.startsWith(base)) return this.#mistake(404, url.pathname);
    const [, id = "", step] = /^(?:\/([\w-]+))?(:refund)?$/.exec(url.pathname.slice(base.length)) ?? [];
    if (request.method === "GET") return this.#retrieve(id);
    if (step === ":refund") return this.#refund(id, await request.json());
    return this.#create(url.searchParams.get("externalTransactionId") ?? "", await request.json());
  }

  async #grant(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const isOfKind = form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer";
    const asked = { algorithms: ["RS256"], audience: request.url, currentDate: new Date(this.#now()) };
    const verified = await jwtVerify(form.get("assertion") ?? "", PUBLIC_KEYS.google, asked).catch(() => undefined);
    const { payload } = verified ?? {};
    const isShort = (payload?.exp ?? Number.POSITIVE_INFINITY) - (payload?.iat ?? 0) <= 3_600;
    if (!isOfKind || payload?.scope !== SCOPE || !payload.iss?.includes("@") || !isShort)
      return this.#mistake(400, "the assertion");
    const access_token = `access-${this.grants}`;
    this.#granted.set(access_token, this.#now() + LIFE_MS);
    return Response.json({ access_token, expires_in: LIFE_MS / 1_000, token_type: "Bearer" });
  }

  #retrieve(id: string): Response {
    const known = this.transactions.get(id);
    if (known === undefined) return this.#mistake(404, `no transaction ${id}`);
    const { currency } = known.originalPreTaxAmount;
    return Response.json({ currentPreTaxAmount: { priceMicros: String(known.left), currency } });
  }

  #create(id: string, body: unknown): Response {
    const parsed = created.safeParse(body);
    if (!parsed.success) return this.#mistake(400, z.prettifyError(parsed.error));
    if (!/^[\w-]{1,63}$/.test(id)) return this.#mistake(400, `the id ${id}`);
    const known = this.transactions.get(id);
    if (known) {
      const { left: _left, refunds: _refunds, ...before } = known;
      if (JSON.stringify(before) !== JSON.stringify(parsed.data))
        return this.#mistake(409, "another transaction of the same id");
      return refusal(409, "ALREADY_EXISTS");
    }
    const objection = this.#objectionTo(parsed.data);
    if (objection !== undefined) return this.#mistake(400, objection);
    this.transactions.set(id, {
      ...parsed.data,
      left: BigInt(parsed.data.originalPreTaxAmount.priceMicros),
      refunds: [],
    });
    return Response.json({ externalTransactionId: id, transactionState: "TRANSACTION_REPORTED" });
  }

  #objectionTo({
    oneTimeTransaction: once,
    recurringTransaction: recurring,
    transactionTime,
  }: Created): string | undefined {
    if ((once === undefined) === (recurring === undefined)) return "one kind of transaction";
    if (new Date(transactionTime).getTime() > this.#now()) return "a time to come";
    const token = once?.externalTransactionToken ?? recurring?.externalTransactionToken;
    const first = recurring?.initialExternalTransactionId;
    if ((token === undefined) === (first === undefined)) return "either a token or the first transaction";
    if (token !== undefined) return this.tokens.has(token) ? undefined : "no such token";
    const isFirst = this.transactions.get(first ?? "")?.recurringTransaction?.externalTransactionToken !== undefined;
    return isFirst ? undefined : "a renewal before its sale";
  }

  #refund(id: string, body: unknown): Response {
    const parsed = refunded.safeParse(body);
    if (!parsed.success) return this.#mistake(400, z.prettifyError(parsed.error));
    const known = this.transactions.get(id);
    if (known === undefined) return this.#mistake(404, "a refund before its sale");
    const { fullRefund, partialRefund } = parsed.data;
    if ((fullRefund === undefined) === (partialRefund === undefined)) return this.#mistake(400, "one kind of refund");
    // Nobody can tell this from a refund whose answer was lost.
    if (known.left === 0n) return refusal(400, "nothing is left");
    if (partialRefund === undefined) return this.#giveBack(known, known.left);
    if (known.refunds.includes(partialRefund.refundId)) return refusal(400, "ALREADY_EXISTS");
    const amount = BigInt(partialRefund.refundPreTaxAmount.priceMicros);
    if (amount >= known.left) return this.#mistake(400, "a partial refund of all");
    known.refunds.push(partialRefund.refundId);
    return this.#giveBack(known, amount);
  }

  #giveBack(known: Transaction, amount: bigint): Response {
    known.left -= amount;
    return Response.json({});
  }

  #mistake(status: number, what: string): Response {
    this.mistakes.push(what);
    return refusal(status, what);
  }
}
