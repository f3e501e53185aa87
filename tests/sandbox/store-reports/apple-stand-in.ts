import { jwtVerify } from "jose";
import { z } from "zod";
import { BUNDLE, PUBLIC_KEYS } from "./keys";
import { refusal } from "./stand-in";

const item = {
  lineItemId: z.uuid(),
  creationDate: z.number().int(),
  amountTaxInclusive: z.number().int().nonnegative(),
  amountTaxExclusive: z.number().int().nonnegative(),
  taxAmount: z.number().int().nonnegative(),
  netAmountTaxExclusive: z.number().int().nonnegative(),
  reportingCurrency: z.string().length(3),
  pricingCurrency: z.string().length(3),
  taxCountry: z.string().regex(/^[A-Z]{3}$/),
  restatement: z.boolean().optional(),
  erroneouslySubmitted: z.boolean().optional(),
};
const bought = { ...item, eventType: z.literal("BUY"), productIdentifier: z.string().min(1), quantity: z.literal(1) };
const oneTime = z.strictObject({ ...bought, productType: z.literal("ONE_TIME_BUY") });
const subscription = z.strictObject({
  ...bought,
  productType: z.literal("SUBSCRIPTION"),
  subscriptionEvent: z.enum(["SUBSCRIPTION_START", "RENEWAL"]),
  subscriptionStartDate: z.number().int(),
  subscriptionEndDate: z.number().int(),
  subscriptionDaysOfPaidService: z.number().int().nonnegative(),
  referenceLineItemId: z.uuid().optional(),
});
const refund = z.strictObject({ ...item, eventType: z.literal("REFUND"), referenceLineItemId: z.uuid() });
const lineItem = z.union([oneTime, subscription, refund]);
type LineItem = z.output<typeof lineItem>;

const ids = { requestIdentifier: z.uuid(), externalPurchaseId: z.string().min(1) };
const report = z.discriminatedUnion("status", [
  z.strictObject({ ...ids, status: z.literal("LINE_ITEM"), lineItems: z.array(lineItem).min(1) }),
  z.strictObject({ ...ids, status: z.enum(["NO_LINE_ITEM", "DUPLICATE_TOKEN", "UNRECOGNIZED_TOKEN"]) }),
]);
type Report = z.output<typeof report>;

/** Apple's External Purchase Server API, as its documentation has it, with books of what it took. */
export class AppleStandIn {
  /** By request identifier. */
  readonly reports = new Map<string, Report>();
  readonly items = new Map<string, LineItem>();
  /** What no caller should ever do; a call that is sent again after a lost answer is no mistake. */
  readonly mistakes: string[] = [];
  /** The tokens that Apple made, and whether they are of custom links. */
  readonly tokens = new Map<string, { isOfLink: boolean }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!(await this.#isSigned(request))) return this.#mistake(401, "the token");
    const [, host, requestId] =
      /^\/(apple|apple-tests)\/externalPurchase\/v1\/reports(?:\/(.+))?$/.exec(pathname) ?? [];
    if (host === undefined) return this.#mistake(404, pathname);
    if (request.method === "GET") return this.#retrieve(requestId ?? "");
    const parsed = report.safeParse(await request.json());
    if (!parsed.success) return this.#mistake(400, z.prettifyError(parsed.error));
    if (parsed.data.externalPurchaseId.startsWith("SANDBOX") !== (host === "apple-tests"))
      return this.#mistake(400, "the wrong environment");
    return this.#take(parsed.data);
  }

  async #isSigned(request: Request): Promise<boolean> {
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
    const asked = {
      algorithms: ["ES256"],
      audience: "appstoreconnect-v1",
      typ: "JWT",
      currentDate: new Date(this.#now()),
    };
    const verified = await jwtVerify(token, PUBLIC_KEYS.apple, asked).catch(() => undefined);
    if (verified === undefined) return false;
    const { payload, protectedHeader } = verified;
    const isShort = (payload.exp ?? Number.POSITIVE_INFINITY) - (payload.iat ?? 0) <= 3_600;
    return protectedHeader.kid === "ABC123DEFG" && payload.iss !== undefined && payload.bid === BUNDLE && isShort;
  }

  #retrieve(requestId: string): Response {
    const known = this.reports.get(requestId);
    return known ? Response.json(known) : refusal(400, "NotFoundError");
  }

  #take(given: Report): Response {
    const known = this.reports.get(given.requestIdentifier);
    if (known) {
      if (JSON.stringify(known) !== JSON.stringify(given))
        return this.#mistake(400, "another report under the same id");
      return refusal(400, "DuplicateValueError");
    }
    const objection = this.#objectionTo(given) ?? this.#objectionToItems(given);
    if (objection !== undefined) return this.#mistake(400, objection);
    this.reports.set(given.requestIdentifier, given);
    if (given.status === "LINE_ITEM") for (const one of given.lineItems) this.items.set(one.lineItemId, one);
    return Response.json({ requestIdentifier: given.requestIdentifier });
  }

  #objectionTo({ externalPurchaseId: id, status }: Report): string | undefined {
    const made = this.tokens.get(id);
    if (made === undefined) return `no such token: ${id}`;
    if (status === "DUPLICATE_TOKEN" && !made.isOfLink) return "DuplicateTokenStatusNotAllowedError";
    const isEarlier = (one: Report) => one.externalPurchaseId === id;
    if (status !== "LINE_ITEM" && [...this.reports.values()].some(isEarlier)) return `told before: ${status} of ${id}`;
    return undefined;
  }

  #objectionToItems(given: Report): string | undefined {
    if (given.status !== "LINE_ITEM") return undefined;
    return given.lineItems.map((one) => this.#objectionToItem(one)).find((objection) => objection !== undefined);
  }

  #objectionToItem(one: LineItem): string | undefined {
    const { lineItemId, restatement = false, erroneouslySubmitted = false } = one;
    if (this.items.has(lineItemId) !== restatement) return restatement ? "nothing to restate" : "a line item twice";
    if (erroneouslySubmitted && !restatement) return "ErroneouslySubmittedNotRestatementError";
    if (one.creationDate > this.#now()) return "FutureDateError";
    if (one.amountTaxInclusive !== one.amountTaxExclusive + one.taxAmount) return "IncorrectAmountTaxInclusiveError";
    return one.eventType === "REFUND" ? this.#objectionToRefund(one) : this.#objectionToBuy(one);
  }

  #objectionToBuy(one: Exclude<LineItem, { eventType: "REFUND" }>): string | undefined {
    const left = one.erroneouslySubmitted ? 0 : one.amountTaxExclusive - this.#refundedOf(one.lineItemId);
    if (one.netAmountTaxExclusive !== left) return "IncorrectNetAmountError";
    if (one.productType === "ONE_TIME_BUY") return undefined;
    const isStart = one.subscriptionEvent === "SUBSCRIPTION_START";
    if (isStart && one.subscriptionDaysOfPaidService !== 0) return "SubscriptionStartNonZeroDaysPaidServiceError";
    if (one.subscriptionEndDate <= one.subscriptionStartDate) return "a period that ends before it starts";
    const first = this.items.get(one.referenceLineItemId ?? "");
    const isOfStart =
      first?.eventType === "BUY" &&
      first.productType === "SUBSCRIPTION" &&
      first.subscriptionEvent === "SUBSCRIPTION_START";
    return isStart === isOfStart ? "ReferenceInvalidSubscriptionEventError" : undefined;
  }

  #objectionToRefund(one: Extract<LineItem, { eventType: "REFUND" }>): string | undefined {
    const payment = this.items.get(one.referenceLineItemId);
    if (payment?.eventType !== "BUY") return "a refund before its sale";
    const left = payment.amountTaxExclusive - this.#refundedOf(one.referenceLineItemId) - one.amountTaxExclusive;
    return one.netAmountTaxExclusive === left ? undefined : "IncorrectNetAmountError";
  }

  #refundedOf(lineItemId: string): number {
    return [...this.items.values()]
      .filter((one) => one.eventType === "REFUND" && one.referenceLineItemId === lineItemId)
      .reduce((sum, { amountTaxExclusive }) => sum + amountTaxExclusive, 0);
  }

  #mistake(status: number, what: string): Response {
    this.mistakes.push(what);
    return refusal(status, what);
  }
}
