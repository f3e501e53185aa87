import { randomUUID } from "node:crypto";
import { isShownNow } from "~/analytics/after-answer.server";
import { quoteOf } from "~/checkout/quote.server";
import { makeOffer } from "~/offers/offer";
import { orderStatus } from "~/orders/order-status.server";
import type { OpenedOrder } from "~/orders/order-token.server";
import { recordPayment } from "~/orders/place-order.server";
import { openOrder } from "~/orders/purchase.server";
import { recordStep } from "~/orders/record-order.server";
import { visitorOf } from "~/visitor/visitor.server";
import { makePlan } from "../../mocks/builders";
import { makeOrder } from "../../orders/orders";
import type { Books } from "./books";
import type { Chance } from "./chance";
import type { PaymentsApi } from "./payments-api";
import type { Visitor } from "./visitor";

const PRICE = { plan: "monthly", amount: 11.99, currency: "USD" } as const;
const offer = makeOffer(makePlan({ id: PRICE.plan, product_id: "594102" }), undefined);

/** One buyer's purchase, as the routes of the site go through it: the form, the way to the provider and back, the status. */
export class Purchase {
  private order: OpenedOrder | undefined;
  private readonly email = `${randomUUID()}@example.com`;

  constructor(
    private readonly visitor: Visitor,
    private readonly api: PaymentsApi,
    private readonly books: Books,
    private readonly chance: Chance,
  ) {}

  get orderId(): string {
    return this.opened.orderId;
  }

  private get opened(): OpenedOrder {
    if (this.order === undefined) throw new Error("nothing was ordered");
    return this.order;
  }

  private get scripts(): "on" | undefined {
    return this.visitor.browser.kind.mode === "scripts" ? "on" : undefined;
  }

  /** Sends the checkout's form, some buyers twice; after a decline it is a further attempt at the same order. */
  async submit(formsId: string): Promise<void> {
    const { visitor, scripts, chance } = this;
    const attempt = chance.uuid();
    const front_id = visitor.isCounted ? formsId : undefined;
    const time_zone = scripts && "America/New_York";
    const shared = { country: "US", email: this.email, attempt, front_id, time_zone } as const;
    const form = { ...shared, provider: "so", coupon: "", refused: "", quote: "sealed" } as const;
    const quote = quoteOf(offer, { country: "US", since: new Date(0), lang: "en", selling: {} });
    for (let n = chance.is(0.2) ? 2 : 1; n > 0; n -= 1) {
      const request = visitor.browser.request(visitor.path("/payment/monthly"), { method: "POST" });
      const buyer = await visitorOf(request);
      recordPayment(request, { form, provider: "so", offer, quote, botToken: undefined });
      const { cps = this.order?.cps, channel = this.order?.channel } = buyer;
      const ordered = { ...PRICE, product: "594102", ...shared, cps, channel, lang: visitor.language };
      const opening = await openOrder(
        makeOrder({ ...ordered, orderId: undefined, retryOf: this.order?.orderId }),
        buyer,
      );
      if (opening.kind !== "opened") throw new Error(`a purchase was ${opening.kind}`);
      if (n === 1) this.order = opening.order;
    }
    visitor.count("pay_submit", formsId, scripts ?? "off", "so");
  }

  /** Goes to the provider, some buyers by way of reloading the page that leads there. */
  async handOff(formsId: string): Promise<void> {
    for (let n = this.chance.is(0.2) ? 2 : 1; n > 0; n -= 1) {
      const request = this.visitor.browser.request("/redirect");
      recordStep(request, "pay_handoff", this.opened);
      isShownNow(request);
    }
    this.visitor.count("pay_handoff", formsId, this.scripts ?? "off", "so");
  }

  press = (outcome: string, seconds?: number): Promise<void> =>
    this.api.press(this.orderId, seconds === undefined ? { outcome } : { outcome, seconds });

  /** Comes back from the provider: by GET, or by the provider's own POST, with which browsers send no cookies. */
  async comeBack(formsId: string): Promise<void> {
    const { browser } = this.visitor;
    const request = browser.request("/return/so", { method: this.chance.oneOf("GET", "POST") });
    if (request.method === "POST") request.headers.delete("cookie");
    recordStep(request, "pay_return", this.opened);
    this.visitor.count("pay_return", formsId, this.scripts ?? "off", "so");
    await this.seeStatus();
  }

  /** Opens the page with the order's status, or reloads it. */
  async seeStatus(): Promise<void> {
    await orderStatus(this.opened, await visitorOf(this.visitor.browser.request("/paystatus")));
  }

  /** Somebody who has ordered the same sees how this order stands. */
  async isFollowed(): Promise<void> {
    const visitor = await visitorOf(this.visitor.browser.request("/paystatus"));
    await orderStatus({ ...this.opened, isFollower: true }, visitor);
  }

  /** Notes that the order is paid, and whom it is owed to: what must be told and booked once, whoever sees it. */
  book(formsId: string): void {
    const { visitor, books, orderId } = this;
    const frontId = visitor.isCounted ? formsId : "";
    books.note("pay_result", frontId, { ...visitor.cuts(this.scripts ?? "off"), provider: "so" });
    books.sales.set(orderId, { ...visitor.owed, frontId: frontId || null });
  }
}
