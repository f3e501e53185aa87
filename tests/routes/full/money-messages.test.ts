import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { orderToken } from "~/orders/order-token.server";
import { countSending } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { paidHereCookie } from "~/visitor/sealed-cookies.server";
import { makeApiError, makeCoupon, makeInvoice, makeParams, makeProfile, makeSubscription } from "../../mocks/builders";
import { API, answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeAppOrder, makeOrder } from "../../orders/orders";
import { makeRequest, memberCookie } from "../../visitor/requests";
import { FREE, sell, TRIAL } from "../agreements";
import { BUYER, pay, refusal } from "../buying";
import { orderStands, statusOf } from "../order-status";
import { OWNER, signedIn } from "../receipt-owner";
import { fieldsOf, page, post, type Shown, shown } from "../site";
import { changing, subscribed } from "../subscriptions";

/**
 * Every message of a page about money, renewal or a right to money back, and what has to be known for it to be true. Below stands in
 * which states of an offer, an order or a subscription each is shown; nowhere else.
 */
const TRUE_IF = {
  "errors:orderNotFoundHelp": "Nothing.",
  "errors:unavailableHelp": "Nothing.",
  "form-answers:noProviders": "The form was not sent: there is no order.",
  "form-answers:resumed": "The payments API says that the order's last attempt has ended unpaid.",
  "form-answers:mistakes.unavailable":
    "The call failed in a way after which sending it again under its key is the same order.",
  "form-answers:mistakes.refused": "The payments API has refused to make the order.",
  "form-answers:mistakes.signedOut": "The payments API has refused the token, and made no order.",
  "form-answers:mistakes.paidBefore": "This browser has paid an order since the form was opened.",
  "form-answers:mistakes.manyOrders": "The order was not sent to the payments API.",
  "form-answers:paidBefore.again": "This browser has an order that the payments API calls paid.",
  "form-answers:paidHere.text": "The receipts are those of an order that was paid in this browser.",
  "pay-plan:trialFree": "The trial's price is 0.",
  "paystatus:noMoneyTaken": "money_taken is no, or the payments API would not open the order.",
  "paystatus:waiting.text": "The order is neither paid nor over.",
  "paystatus:granting.text": "Money was taken.",
  "paystatus:settingUp.text": "Nothing was due, and money_taken is no.",
  "paystatus:review.text": "The order's state is review.",
  "paystatus:refunded.title": "The order's state is refunded.",
  "paystatus:refunded.text": "The order's state is refunded.",
  "paystatus:unreachable.text": "The payments API could not be asked.",
  "paystatus:notOpened.title": "The payments API would not open the order.",
  "paystatus:notOpened.text": "The payments API would not open the order.",
  "paystatus:cancelled.ended": "money_taken is no.",
  "paystatus:expired.text": "money_taken is no.",
  "paystatus:declined.title": "The last attempt has failed.",
  "paystatus:declined.risk": "The last attempt has failed.",
  "paystatus:otherBrowser.live.title": "The order is not over: its buyer may be paying.",
  "paystatus:otherBrowser.paid.title": "The order is paid.",
  "paysuc:other.text": "The first order is paid, and no order was made for the other plan.",
  "receipts:states.refunded": "The invoice's status is refunded.",
  "receipts:empty.text": "The payments API knows of no invoice.",
  "sale:moneyBack": "The brand's file promises it.",
  "sale:cancelAnytime": "The plan renews.",
  "sale:monthsNotice": "The plan renews, and the brand's file names the country.",
  "sale:next.freeTrial": "The trial costs nothing and asks for no way to pay.",
  "sale:agreement.once": "The plan does not renew.",
  "sale:agreement.free": "Nothing is due today, or ever.",
  "sale:agreement.subscription": "The plan renews.",
  "sale:agreement.trial": "The trial becomes a plan that renews.",
  "sale:agreement.freeTrial": "The trial ends by itself.",
  "sale:form.nothingToPay": "No provider is asked for anything.",
  "sale:short.subscription": "The plan renews.",
  "sale:questions.cancelText": "The payments API ends subscriptions.",
  "sale:questions.cancelPlain": "What is paid for runs to its end.",
  "sale:questions.cancelNotice": "The brand's file names the country.",
  "sale:account.added": "The account has time left, and nothing renews beside it.",
  "sale:account.second": "The account has a subscription of this site that renews.",
  "sale:agreed.none": "The plan that was bought does not renew.",
  "subscription:states.once": "renews is false.",
  "subscription:cancel.leadOnly": "Nothing.",
  "subscription:cancel.noRefund": "Each end that is listed comes without a refund.",
  "subscription:cancel.refundAtEnd": "The payments API names the amount.",
  "subscription:cancel.doneUntil": "The payments API has ended the renewal, and says until when the plan runs.",
  "subscription:cancel.done": "The payments API has ended the renewal.",
  "subscription:cancel.resumed": "The payments API has undone the end.",
  "subscription:withdraw.lead": "There is a contract that can be withdrawn from.",
  "subscription:withdraw.none": "There is none.",
  "subscription:withdraw.confirmRefund": "The payments API names the amount.",
  "subscription:withdraw.confirmText": "It names no amount.",
  "subscription:withdraw.confirmFree": "It names an amount of 0.",
  "subscription:withdraw.done": "It has taken the withdrawal, and names no amount.",
  "subscription:withdraw.doneRefund": "It has taken the withdrawal, and names the amount.",
  "subscription:renewal.title": "A renewal has failed.",
  "subscription:renewal.text": "A renewal has failed, of an amount that is not known.",
  "subscription:renewal.textAmount": "A renewal of this amount has failed.",
  "subscription:renewal.buy": "Nobody tries the renewal again.",
  "subscription:renewal.fineTitle": "No renewal has failed.",
  "subscription:empty.text": "The payments API knows of no subscription of this person.",
  "subscription:emptyHere.text": "It knows of none that what let them in opens.",
  "subscription:problem.withdrawOver": "It says that the time is over.",
} as const;
type Message = keyof typeof TRUE_IF;

/** Shown by scripts only, or by another brand: where they are tested. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "global:sending.slow": "tests/enhance/loading-overlay.test.tsx",
  "global:failedHelp": "tests/errors",
  "sale:next.renews": "tests/routes/provider-frame.test.ts",
  "paystatus:leave.textHtml": "tests/orders/hand-off-page.test.tsx",
  "subscription:cancel.lead": "tests/subscriptions/cancel-view.test.ts",
};

const CLAIM =
  /charged|refund|nothing to pay|at no cost|pay (?:again|once|twice|for two)|your money back\.|the money back|won’t pay|paid for|paid it|(?:been|is|already|you) paid|’ve paid|was paid|wasn’t paid|hasn’t been paid|payment has arrived|payment .*didn’t|Everything is paid|renews?\b|couldn’t renew|order a (?:sub|trial)|you buy|(?:is|{{period}}) free\b|free trial|added to it|time to withdraw/i;

const bundle: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());
const files = import.meta.glob("../../../locales/en/*.json", { eager: true, import: "default" });

function textsIn(messages: unknown, path: string): [key: string, text: string][] {
  if (typeof messages === "string") return [[path.replace(/_(?:one|other)$/, ""), messages]];
  return Object.entries(bundle.parse(messages)).flatMap(([key, inner]) =>
    textsIn(inner, path.endsWith(":") ? path + key : `${path}.${key}`),
  );
}

/** Questions claim nothing, and mails are the payments API's. */
const claims = Object.entries(files)
  .flatMap(([file, messages]) => textsIn(messages, `${file.replace(/^.*\/|\.json$/g, "")}:`))
  .filter(([key, text]) => CLAIM.test(text) && !text.endsWith("?") && !/^(?:mails|accessibility):/.test(key));

/** The characters that only steer how a text is laid out. */
const UNSEEN = /[\u2060\u2066-\u2069\u200e\u200f]/g;
const plain = (html: string): string =>
  html
    .replace(/<\/?(?:a|b|bdi|small|span|strong|wbr)\b[^>]*>/g, "")
    .replace(UNSEEN, "")
    .replace(/[\s\u00a0\u202f]+/g, " ");

const ENTITIES: Readonly<Record<string, string>> = {
  "&#x27;": "'",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

/** What can be read of a page; `|` between its parts. */
const readable = (html: string): string =>
  plain(html.replace(/<(script|style|template|head)\b[\s\S]*?<\/\1>/g, "").replace(/<!--.*?-->/g, ""))
    .replace(/<[^>]+>/g, "|")
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The longest first: what is found is taken out, so that no message is found within another one. */
const patterns = claims
  .map(([key, text]) => ({ key, text: plain(text) }))
  .sort((one, other) => other.text.length - one.text.length)
  .map(({ key, text }) => ({
    key,
    pattern: new RegExp(
      text
        .split(/{{[^}]+}}/)
        .map(escaped)
        .join("[^|]{1,80}?"),
      "g",
    ),
  }));

function claimsOn({ html }: Shown): string[] {
  let text = readable(html);
  const found = new Set<string>();
  for (const { key, pattern } of patterns) {
    const rest = text.replace(pattern, "|");
    if (rest !== text) found.add(key);
    text = rest;
  }
  return [...found].sort();
}

const PATH = "/payment/year";
const PAY_AT = "https://pay.test/so/ord_1";
const LINKED = makeOrder({
  sale: "subscription",
  next: { on: "2027-11-21", amount: 59.99 },
  handOff: { kind: "link", address: PAY_AT },
});
const ELSEWHERES = makeOrder({ orderId: "ord_7", isFollower: true, handOff: undefined });
const PAYABLE = { status: "pending", order_state: "paying", redirect_url: PAY_AT } as const;
const DONE = { status: "success", order_state: "done", money_taken: "yes" } as const;
const DECLINED = { status: "failed", fail_code: "risk" } as const;
const FRESH = { bought_at: "2026-01-30T12:00:00Z", withdraw_until: "2026-02-14T10:00:00Z", withdraw_day: "2026-02-13" };
const ENDS = { ends_at: "2999-01-01T00:00:00Z" };
const refund = { amount: 5, currency: "USD" };

type Subscription = Parameters<typeof makeSubscription>[0];
type Result = Parameters<typeof orderStands>[0];

const selling = (...plan: Parameters<typeof sell>) => {
  sell(...plan);
  return page(PATH);
};

async function order(result: Result, of = makeOrder()): Promise<Shown> {
  orderStands(result);
  return page(await statusOf(of));
}

async function resumed(result: Result): Promise<Shown> {
  orderStands(result);
  return page(`${PATH}?o=${await orderToken(makeOrder())}`);
}

function purchaseRefused(code: string, status: number): Promise<Shown> {
  upstream.use(refusing(endpoints.soPurchase, status, refusal(code)));
  return shown(pay());
}

async function member(profile: Parameters<typeof makeProfile>[0]): Promise<Shown> {
  upstream.use(answering(endpoints.profile, makeProfile(profile)));
  return page(PATH, { cookie: await memberCookie() });
}

async function paidHere(): Promise<{ cookie: string }> {
  orderStands({ ...DONE, vip: { remain_time: 365 * 86_400 } });
  const paid = {
    orderId: "ord_1",
    provider: "so",
    appType: 502,
    plan: "year",
    email: BUYER.email,
    owner: OWNER,
  } as const;
  const [cookie = ""] = (await paidHereCookie(makeRequest("/paysuc"), paid)).split(";");
  return { cookie };
}

async function invoices(...invoices: Parameters<typeof makeInvoice>[0][]): Promise<Shown> {
  upstream.use(
    responding(endpoints.invoiceList, () => Response.json({ invoices: invoices.map((one) => makeInvoice(one)) })),
  );
  return page("/receipts", await signedIn());
}

async function mine(path: string, ...subscriptions: Parameters<typeof subscribed>): Promise<Shown> {
  subscribed(...subscriptions);
  return page(path, await signedIn());
}

/** Presses the page's button, and opens what that leads to. */
async function pressed(path: string, before: Subscription, after: Subscription) {
  const form = await mine(path, before);
  changing({ subscription: makeSubscription(after) });
  const answer = await post(path, fieldsOf(form, {}, "form.change"), await signedIn());
  subscribed(after);
  return page(answer.headers.get("location") ?? "", await signedIn());
}

/** One state, the messages about money that are shown in it, and its page. */
type State = [name: string, messages: readonly Message[], open: () => Promise<Shown>];

const MONEY_BACK = ["sale:moneyBack", "sale:questions.cancelPlain"] as const;
const RENEWING = [...MONEY_BACK, "sale:cancelAnytime", "sale:short.subscription"] as const;
const FORM = [...RENEWING, "sale:agreement.subscription"] as const;

const OFFERS: State[] = [
  ["the first page", MONEY_BACK, () => page("/")],
  ["all plans", FORM, () => page("/payment")],
  ["a plan that renews", FORM, () => selling({})],
  ["a plan that is paid once", [...MONEY_BACK, "sale:agreement.once"], () => selling({ renews: false })],
  ["a trial", [...MONEY_BACK, "sale:agreement.trial", "sale:cancelAnytime"], () => selling(TRIAL)],
  [
    "a trial for nothing that becomes a plan",
    [...MONEY_BACK, "sale:agreement.trial", "sale:cancelAnytime", "pay-plan:trialFree"],
    () => selling(FREE),
  ],
  [
    "a trial that ends by itself",
    [...MONEY_BACK, "sale:agreement.freeTrial", "sale:next.freeTrial", "sale:form.nothingToPay", "pay-plan:trialFree"],
    () => selling({ ...FREE, trial_without_method: true }),
  ],
  [
    "a plan that a coupon pays for",
    [...MONEY_BACK, "sale:agreement.free", "sale:form.nothingToPay"],
    () => {
      const discount = { type: "percent", value: 100 } as const;
      upstream.use(answering(endpoints.checkCoupon, makeCoupon({ coupon_id: "FREE", discount })));
      return page(`${PATH}?coupon=FREE`);
    },
  ],
  [
    "a plan in a country with a month's notice",
    [
      ...FORM.filter((message) => message !== "sale:questions.cancelPlain"),
      "sale:monthsNotice",
      "sale:questions.cancelNotice",
    ],
    () => page(`${PATH}?country=DE`),
  ],
  [
    "a plan that can be ended here",
    [...FORM.filter((message) => message !== "sale:questions.cancelPlain"), "sale:questions.cancelText"],
    () => {
      subscribed({});
      return page(PATH);
    },
  ],
  [
    "no way to pay",
    [...FORM, "form-answers:noProviders"],
    () => {
      upstream.use(answering(endpoints.commonParams, makeParams({ providers: [] })));
      return page(PATH);
    },
  ],
  ["a plan beside time that is left", [...FORM, "sale:account.added"], () => member({ vip: { remain_time: 864_000 } })],
  [
    "a plan beside a subscription",
    [...FORM, "sale:account.second"],
    () => member({ vip: { remain_time: 864_000 }, subscription: { source: "web", renews: true, plan_id: "month" } }),
  ],
  [
    "a plan beside one that was paid here",
    [...FORM, "form-answers:paidBefore.again"],
    async () => page(PATH, await paidHere()),
  ],
  ["the money-back page", ["sale:moneyBack"], () => page("/money-back")],
];

const ANSWERS: State[] = [
  [
    "the purchase call fails",
    [...FORM, "form-answers:mistakes.unavailable"],
    () => {
      upstream.use(refusing(endpoints.soPurchase, 500, makeApiError()));
      return shown(pay());
    },
  ],
  ["it is refused", [...FORM, "form-answers:mistakes.refused"], () => purchaseRefused("plan_unknown", 422)],
  ["the details have changed", FORM, () => purchaseRefused("idempotency_conflict", 409)],
  [
    "the token is refused",
    [...FORM, "form-answers:mistakes.signedOut"],
    async () => {
      const headers = { cookie: await memberCookie() };
      const form = await page(PATH, headers);
      upstream.use(refusing(endpoints.soPurchase, 401, makeApiError({ code: 401 })));
      return shown(post(PATH, fieldsOf(form, BUYER), headers));
    },
  ],
  [
    "there were many orders from one network",
    [...FORM, "form-answers:mistakes.manyOrders"],
    async () => {
      upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["so"] })));
      for (let n = 0; n < 60; n += 1)
        await countSending("unpaidOrder", { address: "192.0.2.1", email: `made-up-${n}@example.com` });
      return shown(pay());
    },
  ],
  [
    "something was paid since the form was opened",
    [...FORM, "form-answers:mistakes.paidBefore", "form-answers:paidBefore.again"],
    async () => {
      const form = await page(PATH);
      vi.setSystemTime(Date.now() + 60_000);
      return shown(post(PATH, fieldsOf(form, BUYER), await paidHere()));
    },
  ],
  [
    "after a decline",
    [...FORM, "form-answers:resumed", "paystatus:declined.risk", "paystatus:noMoneyTaken"],
    () => resumed(DECLINED),
  ],
  [
    "after a decline of which nobody knows whether money was taken",
    [...FORM, "form-answers:resumed", "paystatus:declined.risk"],
    () => resumed({ ...DECLINED, money_taken: "unknown" }),
  ],
];

const UNKNOWN = { money_taken: "unknown" } as const;

const ORDERS: State[] = [
  ["an order that waits", ["paystatus:waiting.text"], () => order({ ...PAYABLE, ...UNKNOWN, redirect_url: undefined })],
  ["one that can be paid", [], () => order(PAYABLE)],
  ["one that its bank has to confirm", [], () => order({ ...PAYABLE, status: "requires_action" })],
  ["one that is being set up", ["paystatus:granting.text"], () => order({ ...DONE, order_state: "granting" })],
  [
    "one of nothing that is being set up",
    ["paystatus:settingUp.text"],
    () => order({ ...DONE, order_state: "granting", money_taken: "no" }, makeOrder({ amount: 0, items: [] })),
  ],
  ["one that is looked at", ["paystatus:review.text"], () => order({ status: "failed", order_state: "review" })],
  ["one that was left", ["paystatus:cancelled.ended", "paystatus:noMoneyTaken"], () => order({ status: "canceled" })],
  ["one that was left, money unknown", [], () => order({ status: "canceled", ...UNKNOWN })],
  [
    "one that has expired",
    ["paystatus:expired.text", "paystatus:noMoneyTaken"],
    () => order({ status: "expired", order_state: "expired" }),
  ],
  ["one that has expired, money unknown", [], () => order({ status: "expired", order_state: "expired", ...UNKNOWN })],
  [
    "one that was declined",
    ["paystatus:declined.title", "paystatus:declined.risk", "paystatus:noMoneyTaken"],
    () => order(DECLINED),
  ],
  [
    "one that was declined, money unknown",
    ["paystatus:declined.title", "paystatus:declined.risk"],
    () => order({ ...DECLINED, ...UNKNOWN }),
  ],
  [
    "one whose bank has not answered",
    ["paystatus:waiting.text"],
    () => order({ ...DECLINED, fail_code: "unknown_outcome", ...UNKNOWN }),
  ],
  [
    "one that was paid back",
    ["paystatus:refunded.title", "paystatus:refunded.text"],
    () => order({ status: "success", order_state: "refunded" }),
  ],
  [
    "one that cannot be asked about",
    ["paystatus:unreachable.text"],
    async () => {
      upstream.use(refusing(endpoints.soPurchaseResult, 500));
      return page(await statusOf());
    },
  ],
  [
    "one that was never opened",
    ["paystatus:notOpened.title", "paystatus:notOpened.text"],
    async () => {
      upstream.use(refusing(endpoints.soPurchase, 409, refusal("price_changed")));
      return page(await statusOf(makeOrder({ orderId: undefined })));
    },
  ],
  ["one for more than was agreed", ["paystatus:noMoneyTaken"], () => order({ ...PAYABLE, amount: 79.99 }, LINKED)],
  ["another browser's, under way", ["paystatus:otherBrowser.live.title"], () => order(PAYABLE, ELSEWHERES)],
  ["another browser's, paid", ["paystatus:otherBrowser.paid.title"], () => order(DONE, ELSEWHERES)],
  ["another browser's, declined", [], () => order(DECLINED, ELSEWHERES)],
  [
    "an app's that was declined",
    ["paystatus:declined.title", "paystatus:declined.risk", "paystatus:noMoneyTaken"],
    async () => {
      const stands = { order_state: "open", money_taken: "no", ...DECLINED } as const;
      upstream.use(answering(endpoints.gapPurchaseResult, { ...stands }));
      return page(`/paystatus?o=${await orderToken(makeAppOrder())}`);
    },
  ],
  [
    "the way to the provider",
    [],
    async () => {
      orderStands(PAYABLE);
      return page(`/redirect?o=${await orderToken(LINKED)}`);
    },
  ],
  ["one that is paid", ["sale:moneyBack"], async () => page(`/paysuc?o=${await orderToken(makeOrder())}`)],
  [
    "one that is paid once",
    ["sale:moneyBack", "sale:agreed.none"],
    async () => page(`/paysuc?o=${await orderToken(makeOrder({ sale: "once", next: { on: "2027-01-31" } }))}`),
  ],
  [
    "one that is paid while another plan was chosen",
    ["sale:moneyBack", "paysuc:other.text"],
    async () => {
      orderStands(DONE);
      return page(`/paysuc?o=${await orderToken(makeOrder())}&other=month`);
    },
  ],
  ["none", ["errors:orderNotFoundHelp"], () => page("/paystatus?o=x")],
  [
    "nothing can be asked",
    ["errors:unavailableHelp"],
    () => {
      upstream.use(http.all(`${API}/*`, () => new HttpResponse(null, { status: 500 })));
      return page(PATH);
    },
  ],
];

const OWNED: State[] = [
  ["receipts", ["receipts:states.refunded"], () => invoices({}, { invoice_id: "inv_2", status: "refunded" })],
  ["no receipts", ["receipts:empty.text"], () => invoices()],
  [
    "receipts of what was paid here",
    ["form-answers:paidHere.text", "receipts:empty.text"],
    async () => {
      upstream.use(responding(endpoints.invoiceList, () => Response.json({ invoices: [] })));
      return page("/receipts", await paidHere());
    },
  ],
  ["a subscription", ["subscription:cancel.leadOnly"], () => mine("/cancel", {})],
  [
    "one whose end gives nothing back",
    ["subscription:cancel.leadOnly", "subscription:cancel.noRefund"],
    () => mine("/cancel", { cancellation: ENDS }),
  ],
  [
    "one whose end gives something back",
    ["subscription:cancel.leadOnly", "subscription:cancel.refundAtEnd"],
    () => mine("/cancel", { cancellation: { ...ENDS, refund } }),
  ],
  [
    "one that never renews",
    ["subscription:states.once", "subscription:cancel.leadOnly"],
    () => mine("/cancel", { state: "ending", renews: false }),
  ],
  ["no subscription", ["subscription:empty.text"], () => mine("/cancel")],
  [
    "none that was bought here",
    ["subscription:emptyHere.text"],
    async () => {
      subscribed();
      return page("/cancel", await paidHere());
    },
  ],
  [
    "a subscription that was cancelled now, until a day",
    ["subscription:cancel.doneUntil"],
    () => pressed("/cancel", {}, { state: "ending", renewal: undefined }),
  ],
  [
    "one that was cancelled now, nobody knows until when",
    ["subscription:cancel.done"],
    () => pressed("/cancel", {}, { state: "ending", renewal: undefined, ends_at: undefined, ends_day: undefined }),
  ],
  [
    "one whose cancellation was undone",
    ["subscription:cancel.resumed"],
    () => pressed("/cancel", { state: "ending", renewal: undefined }, {}),
  ],
  ["a contract that can be withdrawn from", ["subscription:withdraw.lead"], () => mine("/withdraw", FRESH)],
  ["none", ["subscription:withdraw.none"], () => mine("/withdraw", {})],
  ["one to confirm", ["subscription:withdraw.confirmText"], () => mine("/withdraw?s=sub_1", FRESH)],
  [
    "one to confirm, with its amount",
    ["subscription:withdraw.confirmRefund"],
    () => mine("/withdraw?s=sub_1", { ...FRESH, refund }),
  ],
  [
    "one to confirm that cost nothing",
    ["subscription:withdraw.confirmFree"],
    () => mine("/withdraw?s=sub_1", { ...FRESH, refund: { ...refund, amount: 0 } }),
  ],
  [
    "one that was withdrawn from",
    ["subscription:withdraw.done"],
    () => pressed("/withdraw?s=sub_1", FRESH, { state: "withdrawn" }),
  ],
  [
    "one that was withdrawn from, with its amount",
    ["subscription:withdraw.doneRefund"],
    () => pressed("/withdraw?s=sub_1", FRESH, { state: "withdrawn", refund }),
  ],
  [
    "one whose time is over",
    ["subscription:problem.withdrawOver"],
    () => mine("/withdraw?s=sub_1", { ...FRESH, withdraw_until: "2026-01-31T11:59:59Z", withdraw_day: "2026-01-30" }),
  ],
  [
    "a renewal that failed",
    ["subscription:renewal.title", "subscription:renewal.textAmount", "subscription:renewal.buy"],
    () => mine("/renewal", { state: "past_due" }),
  ],
  [
    "one of an unknown amount",
    ["subscription:renewal.title", "subscription:renewal.text", "subscription:renewal.buy"],
    () => mine("/renewal", { state: "past_due", plan_id: "gone", renewal: undefined }),
  ],
  [
    "one in a store",
    ["subscription:renewal.title", "subscription:renewal.textAmount"],
    () => mine("/renewal", { state: "past_due", source: "google_play" }),
  ],
  ["none that failed", ["subscription:renewal.fineTitle"], () => mine("/renewal", {})],
];

const STATES = [...OFFERS, ...ANSWERS, ...ORDERS, ...OWNED];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(STATES)("%s: no other message about money than %j", async (_, messages, open) => {
  expect(claimsOn(await open())).toEqual([...messages].sort());
});

it("every message about money says what has to be known, and is shown in a state", () => {
  const inStates = new Set<string>(STATES.flatMap(([, messages]) => messages));
  const known = [...Object.keys(TRUE_IF), ...Object.keys(ELSEWHERE)];
  expect([...new Set(claims.map(([key]) => key))].sort()).toEqual(known.sort());
  expect(Object.keys(TRUE_IF).filter((message) => !inStates.has(message))).toEqual([]);
});
