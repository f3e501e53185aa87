import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { orderToken } from "~/orders/order-token.server";
import { countSending } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { DECLINE_BUCKETS } from "~/upstream/contract/purchase-result";
import { paidHereCookie } from "~/visitor/sealed-cookies.server";
import { changeEnv } from "../../env/changed-env";
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
  "form-answers:resumed": "The payments API says that the last attempt has failed, was cancelled or has expired.",
  "form-answers:mistakes.unavailable": "Sending the call again under its key is the same order, or it was not sent.",
  "form-answers:mistakes.refused": "The payments API has refused to make this attempt's order.",
  "form-answers:mistakes.signedOut": "The payments API has refused the token, and made no order of this attempt.",
  "form-answers:mistakes.manyOrders": "This attempt was not sent to the payments API.",
  "pay-plan:trialFree": "The trial's price is 0.",
  "paystatus:noMoneyTaken": "money_taken is no.",
  "paystatus:waiting.text": "Nobody knows how the attempt ended, or money was taken for an order that is not done.",
  "paystatus:settingUp.text": "The order's state is granting, and money_taken is no or its amount 0.",
  "paystatus:review.text": "The order's state is review.",
  "paystatus:refunded.title": "The order's state is refunded.",
  "paystatus:refunded.text": "The order's state is refunded.",
  "paystatus:unreachable.text": "The payments API could not be asked, or nobody knows whether there is an order.",
  "paystatus:notOpened.title": "The payments API would not open the order.",
  "paystatus:notOpened.text": "The payments API would not open the order.",
  "paystatus:declined.title": "The last attempt has failed.",
  "paystatus:declined.fix_details": "The payments API names this reason.",
  "paystatus:declined.funds_or_limit": "The payments API names this reason.",
  "paystatus:declined.auth_failed": "The payments API names this reason.",
  "paystatus:declined.bank_declined": "The payments API names this reason.",
  "paystatus:declined.not_supported": "The payments API names this reason.",
  "paystatus:declined.risk": "The payments API names this reason.",
  "paystatus:declined.temporary": "The payments API names this reason.",
  "paystatus:declined.cancelled_or_timeout": "The payments API names this reason.",
  "paystatus:otherBrowser.live.title": "The order is not known to be over.",
  "receipts:states.refunded": "The invoice's status is refunded.",
  "sale:moneyBack": "The brand's file promises it.",
  "sale:cancelBy": "The plan renews.",
  "sale:cancelAnytime": "Nothing: of every plan that renews.",
  "sale:monthsNotice": "The plan renews after more than a month, and the brand's file names the country.",
  "sale:next.freeTrial": "The trial costs nothing and asks for no way to pay.",
  "sale:agreement.once": "The plan does not renew.",
  "sale:agreement.free": "Nothing is due today, or ever.",
  "sale:agreement.subscription": "The plan renews.",
  "sale:agreement.trial": "The trial becomes a plan that renews.",
  "sale:agreement.freeTrial": "The trial ends by itself.",
  "sale:form.nothingToPay": "No provider is asked for anything.",
  "sale:short.subscription": "The plan renews.",
  "sale:questions.cancelPlain":
    "What is paid for runs to its end: of every brand, where it promises no month's notice.",
  "sale:questions.cancelNotice": "The brand's file names the country.",
  "sale:account.added": "The account has time left, and no other subscription would be paid beside it.",
  "sale:account.second": "The account has a subscription of this site to another plan, and the new plan renews.",
  "sale:agreed.none": "The plan that was bought does not renew.",
  "subscription:states.once": "renews is false.",
  "subscription:cancel.leadOnly": "Nothing.",
  "subscription:cancel.noRefund":
    "Each end that is listed comes without a refund, or none is told and the brand promises no month's notice.",
  "subscription:cancel.refundAtEnd": "The payments API names the amount.",
  "subscription:cancel.doneUntil": "The payments API has ended the renewal, and says until when the plan runs.",
  "subscription:cancel.done": "The payments API has ended the renewal.",
  "subscription:cancel.resumed": "The payments API has undone the end.",
  "subscription:withdraw.none": "There is none.",
  "subscription:withdraw.confirmRefund": "The payments API names the amount.",
  "subscription:withdraw.confirmText": "It names no amount.",
  "subscription:withdraw.confirmFree": "It names an amount of 0.",
  "subscription:withdraw.done": "It has taken the withdrawal, and names no amount.",
  "subscription:withdraw.doneRefund": "It has taken the withdrawal, and names the amount.",
  "subscription:renewal.title": "A subscription is past due, or has ended and what was to be paid is still told.",
  "subscription:renewal.text": "A renewal has failed, of an amount that is not known.",
  "subscription:renewal.textAmount": "A renewal of this amount has failed.",
  "subscription:renewal.fineTitle": "No renewal has failed.",
  "subscription:empty.text": "The payments API knows of no subscription of this person that runs.",
  "subscription:emptyHere.text": "It knows of none that runs and that what let them in opens.",
  "subscription:problem.withdrawOver": "It says that the time is over.",
  "home:factCancel": "The country has no month's notice: what is paid for runs to its end.",
  "sale:moneyBackPage.promise": "The brand's file promises it, and something is to be paid.",
  "sale:cancelOnline": "The plan renews, and the payments API ends subscriptions.",
  "sale:next.ends": "The plan ends by itself.",
  "sale:withdrawal": "The brand's file names the country.",
  "form-answers:headings.notStarted": "No provider's page was opened by this attempt.",
  "paystatus:unpaid.title": "The attempt waits for its buyer.",
  "paystatus:granting.title": "Money was taken.",
  "paystatus:cancelled.title": "The attempt was cancelled.",
  "paystatus:otherBrowser.live.text": "The order is not known to be over.",
  "paystatus:otherBrowser.over.text": "The order is over, unpaid or paid back.",
  "subscription:withdraw.moneyBack": "The brand's file promises money back.",
  "subscription:withdraw.until": "The payments API names the last moment.",
  "form-answers:paidBefore.renews": "A paid order of this browser has a next payment.",
  "form-answers:paidBefore.renewsFor": "A paid order of this browser has a next payment, and its plan is sold.",
  "paysuc:otherTerms.undo": "The order is paid, on other terms than were agreed to.",
  "sale:account.beside.app_store": "The account has a subscription of the App Store that renews.",
  "sale:account.beside.google_play": "The account has a subscription of Google Play that renews.",
  "subscription:states.past_due": "The state is past_due.",
  "subscription:store.app_store": "The source is app_store.",
  "subscription:store.app_storeRenewal": "The source is app_store.",
  "subscription:store.google_play": "The source is google_play.",
  "subscription:store.google_playRenewal": "The source is google_play.",
} as const;
type Message = keyof typeof TRUE_IF;

/** Of another brand or by scripts, so that these tests show none of it: where each is tested. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "global:sending.slow": "tests/enhance/use-single-submit.test.tsx",
  "global:failedHelp": "tests/errors: an error that nobody foresaw, after which nothing is known",
  "paystatus:leave.textHtml": "tests/orders/hand-off-page.test.tsx",
  "sale:account.change": "tests/offers/account-note.test.ts",
  "sale:account.changeTo": "tests/offers/account-note.test.ts",
  "sale:next.renews": "tests/routes/provider-frame.test.ts",
  "subscription:cancel.lead": "tests/subscriptions/cancel-view.test.ts: a brand without a month's notice",
};

const CLAIM =
  /auto-renewal|payment (?:received|canceled|failed|hasn’t)|finished paying|(?:next payment|payment of it) is on|cancel (?:online )?anytime|(?:cancel it|update your payment method) there|withdraw (?:from the contract within|here)|last day to withdraw|still withdraw|money-back guarantee(?: may|:)|paying for|pay for both|failed renewal|comes off|goes back|charge[.d]|refund|nothing (?:more|to pay)|at no cost|pay (?:again|once|twice|for two)|money-back guarantee[.]|won’t pay|paid for|paid it|(?:been|is|already|you) paid|’ve paid|was paid|wasn’t paid|hasn’t been paid|payment .*didn’t|Everything is paid|renews?\b|couldn’t renew|ordering a (?:sub|trial)|’re buying|(?:is|{{period}}) free\b|free trial|added to the|time to withdraw/i;
/** Each of these names a reason of the bank's. */
const DECLINES = "paystatus:declined.";

const bundle: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());
const files = import.meta.glob("../../../locales/en/*.json", { eager: true, import: "default" });

function textsIn(messages: unknown, path: string): [key: string, text: string][] {
  if (typeof messages === "string") return [[path.replace(/_(?:one|other)$/, ""), messages]];
  return Object.entries(bundle.parse(messages)).flatMap(([key, inner]) =>
    textsIn(inner, path.endsWith(":") ? path + key : `${path}.${key}`),
  );
}

/** Questions claim nothing, descriptions are for search engines, and mails are the payments API's. */
const claims = Object.entries(files)
  .flatMap(([file, messages]) => textsIn(messages, `${file.replace(/^.*\/|\.json$/g, "")}:`))
  .filter(
    ([key, text]) =>
      (CLAIM.test(text) || key.startsWith(DECLINES)) &&
      !text.endsWith("?") &&
      !/^(?:mails|accessibility):|description$|openInBrowser$/.test(key),
  );

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
const UNKNOWN = { money_taken: "unknown" } as const;
const KNOWN_DECLINES = DECLINE_BUCKETS.filter((bucket) => bucket !== "unknown_outcome");
const DECLINED = { status: "failed", fail_code: "risk" } as const;
const FRESH = { bought_at: "2026-01-30T12:00:00Z", withdraw_until: "2026-02-14T10:00:00Z", withdraw_day: "2026-02-13" };
const ENDS = { ends_at: "2999-01-01T00:00:00Z" };
const RENEWAL = { on: "2027-11-23T12:00:00Z", amount: 59.99, currency: "USD" };
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

async function paidHere(result: Result = {}, plan = "year"): Promise<{ cookie: string }> {
  orderStands({ ...DONE, vip: { remain_time: 365 * 86_400 }, ...result });
  const paid = {
    orderId: "ord_1",
    provider: "so",
    appType: 502,
    plan,
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

const HOME = ["sale:moneyBack"] as const;
const ONCE = ["sale:moneyBackPage.promise", "sale:agreement.once", "sale:next.ends"] as const;
const RENEWING = ["sale:moneyBackPage.promise", "sale:cancelBy", "sale:cancelAnytime"] as const;
const FORM = [...RENEWING, "sale:agreement.subscription", "sale:short.subscription"] as const;
const ANSWERED = [...FORM, "form-answers:headings.notStarted"] as const;

const OFFERS: State[] = [
  ["the first page", [...HOME, "sale:questions.cancelPlain", "home:factCancel"], () => page("/")],
  [
    "the first page where there is a month's notice",
    [...HOME, "sale:questions.cancelNotice", "sale:cancelAnytime", "sale:withdrawal"],
    () => page("/?country=DE"),
  ],
  ["all plans", FORM, () => page("/payment")],
  ["a plan that renews", FORM, () => selling({})],
  ["a plan that is paid once", ONCE, () => selling({ renews: false })],
  ["a trial", [...RENEWING, "sale:agreement.trial"], () => selling(TRIAL)],
  [
    "a trial for nothing that becomes a plan",
    [...RENEWING, "sale:agreement.trial", "pay-plan:trialFree"],
    () => selling(FREE),
  ],
  [
    "a trial that ends by itself",
    ["sale:agreement.freeTrial", "sale:next.freeTrial", "sale:form.nothingToPay", "pay-plan:trialFree"],
    () => selling({ ...FREE, trial_without_method: true }),
  ],
  [
    "a plan that a coupon pays for",
    ["sale:agreement.free", "sale:form.nothingToPay", "sale:next.ends"],
    () => {
      const discount = { type: "percent", value: 100 } as const;
      upstream.use(answering(endpoints.checkCoupon, makeCoupon({ coupon_id: "FREE", discount })));
      return page(`${PATH}?coupon=FREE`);
    },
  ],
  [
    "a plan in a country with a month's notice",
    [...FORM, "sale:monthsNotice", "sale:withdrawal"],
    () => page(`${PATH}?country=DE`),
  ],
  [
    "a plan that can be ended here",
    [...FORM.filter((message) => message !== "sale:cancelAnytime"), "sale:cancelOnline"],
    () => {
      subscribed({});
      return page(PATH);
    },
  ],
  [
    "no way to pay",
    [...FORM],
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
  ["a plan beside one that was paid here", [...FORM], async () => page(PATH, await paidHere())],
  [
    "a plan beside a subscription of the App Store",
    [...FORM, "sale:account.beside.app_store"],
    () => member({ subscription: { source: "app_store", renews: true, plan_id: "month" } }),
  ],
  [
    "a plan beside a subscription of Google Play",
    [...FORM, "sale:account.beside.google_play"],
    () => member({ subscription: { source: "google_play", renews: true, plan_id: "month" } }),
  ],
  [
    "a plan beside one that was paid here and renews",
    [...FORM, "form-answers:paidBefore.renewsFor"],
    async () => page(PATH, await paidHere({ renewal: RENEWAL })),
  ],
  [
    "a plan beside one that was paid here, renews and is no longer sold",
    [...FORM, "form-answers:paidBefore.renews"],
    async () => page(PATH, await paidHere({ renewal: RENEWAL }, "gone")),
  ],
  ["all plans side by side", ["sale:cancelAnytime"], () => page("/pricing")],
  ["the money-back page", ["sale:moneyBackPage.promise"], () => page("/money-back")],
];

const ANSWERS: State[] = [
  [
    "the purchase call fails",
    [...ANSWERED, "form-answers:mistakes.unavailable"],
    () => {
      upstream.use(refusing(endpoints.soPurchase, 500, makeApiError()));
      return shown(pay());
    },
  ],
  ["it is refused", [...ANSWERED, "form-answers:mistakes.refused"], () => purchaseRefused("plan_unknown", 422)],
  ["the details have changed", ANSWERED, () => purchaseRefused("idempotency_conflict", 409)],
  [
    "the token is refused",
    [...ANSWERED, "form-answers:mistakes.signedOut"],
    async () => {
      const headers = { cookie: await memberCookie() };
      const form = await page(PATH, headers);
      upstream.use(refusing(endpoints.soPurchase, 401, makeApiError({ code: 401 })));
      return shown(post(PATH, fieldsOf(form, BUYER), headers));
    },
  ],
  [
    "there were many orders from one network",
    [...ANSWERED, "form-answers:mistakes.manyOrders"],
    async () => {
      upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["so"] })));
      for (let n = 0; n < 60; n += 1)
        await countSending("unpaidOrder", { address: "192.0.2.1", email: `made-up-${n}@example.com` });
      return shown(pay());
    },
  ],
  [
    "something was paid since the form was opened",
    [...ANSWERED],
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
    () => resumed({ ...DECLINED, ...UNKNOWN }),
  ],
  ["after a cancelled payment", [...FORM, "form-answers:resumed"], () => resumed({ status: "canceled", ...UNKNOWN })],
];

const ORDERS: State[] = [
  ["an order that waits", ["paystatus:waiting.text"], () => order({ ...PAYABLE, ...UNKNOWN, redirect_url: undefined })],
  ["one that can be paid", ["paystatus:unpaid.title"], () => order(PAYABLE)],
  ["one that its bank has to confirm", [], () => order({ ...PAYABLE, status: "requires_action" })],
  ["one that is being set up", ["paystatus:granting.title"], () => order({ ...DONE, order_state: "granting" })],
  [
    "one of nothing that is being set up",
    ["paystatus:settingUp.text"],
    () => order({ ...DONE, order_state: "granting", money_taken: "no" }, makeOrder({ amount: 0, items: [] })),
  ],
  [
    "one of nothing that is being set up, at an API that says no more than that it is paid",
    ["paystatus:settingUp.text"],
    () => order({ ...DONE, order_state: "granting", amount: undefined }, makeOrder({ amount: 0, items: [] })),
  ],
  ["one that is looked at", ["paystatus:review.text"], () => order({ status: "failed", order_state: "review" })],
  ["one that was left", ["paystatus:cancelled.title", "paystatus:noMoneyTaken"], () => order({ status: "canceled" })],
  ["one that was left, money unknown", ["paystatus:cancelled.title"], () => order({ status: "canceled", ...UNKNOWN })],
  ["one that has expired", ["paystatus:noMoneyTaken"], () => order({ status: "expired", order_state: "expired" })],
  ["one that has expired, money unknown", [], () => order({ status: "expired", order_state: "expired", ...UNKNOWN })],
  [
    "one that was declined",
    ["paystatus:declined.title", "paystatus:declined.risk", "paystatus:noMoneyTaken"],
    () => order(DECLINED),
  ],
  ...KNOWN_DECLINES.map(
    (bucket): State => [
      `one that was declined: ${bucket}`,
      ["paystatus:declined.title", `paystatus:declined.${bucket}`, "paystatus:noMoneyTaken"],
      () => order({ ...DECLINED, fail_code: bucket }),
    ],
  ),
  [
    "one that was declined, nobody says why",
    ["paystatus:declined.title", "paystatus:noMoneyTaken"],
    () => order({ ...DECLINED, fail_code: undefined }),
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
  [
    "another browser's, under way",
    ["paystatus:otherBrowser.live.title", "paystatus:otherBrowser.live.text"],
    () => order(PAYABLE, ELSEWHERES),
  ],
  ["another browser's, paid", [], () => order(DONE, ELSEWHERES)],
  ["another browser's, declined", ["paystatus:otherBrowser.over.text"], () => order(DECLINED, ELSEWHERES)],
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
  [
    "one of nothing",
    ["sale:agreed.none"],
    async () => {
      orderStands({ ...DONE, amount: 0 });
      const free = makeOrder({ amount: 0, items: [], sale: "once", next: { on: "2027-01-31" } });
      return page(`/paysuc?o=${await orderToken(free)}`);
    },
  ],
  ["one that is paid", ["sale:moneyBack"], async () => page(`/paysuc?o=${await orderToken(makeOrder())}`)],
  [
    "one that is paid once",
    ["sale:moneyBack", "sale:agreed.none"],
    async () => page(`/paysuc?o=${await orderToken(makeOrder({ sale: "once", next: { on: "2027-01-31" } }))}`),
  ],
  [
    "one that is paid, and not as agreed",
    ["sale:moneyBack", "paysuc:otherTerms.undo"],
    async () => {
      orderStands({ ...DONE, amount: 79.99 });
      return page(`/paysuc?o=${await orderToken(LINKED)}`);
    },
  ],
  [
    "one that is paid while another plan was chosen",
    ["sale:moneyBack"],
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
  ["no receipts", [], () => invoices()],
  [
    "receipts of what was paid here",
    [],
    async () => {
      upstream.use(responding(endpoints.invoiceList, () => Response.json({ invoices: [] })));
      return page("/receipts", await paidHere());
    },
  ],
  ["a subscription", ["subscription:cancel.leadOnly", "subscription:withdraw.moneyBack"], () => mine("/cancel", {})],
  [
    "one whose end gives nothing back",
    ["subscription:cancel.leadOnly", "subscription:cancel.noRefund", "subscription:withdraw.moneyBack"],
    () => mine("/cancel", { cancellation: ENDS }),
  ],
  [
    "one whose end gives back an amount of 0",
    ["subscription:cancel.leadOnly", "subscription:cancel.noRefund", "subscription:withdraw.moneyBack"],
    () => mine("/cancel", { cancellation: { ...ENDS, refund: { ...refund, amount: 0 } } }),
  ],
  [
    "one whose end gives something back",
    ["subscription:cancel.leadOnly", "subscription:cancel.refundAtEnd", "subscription:withdraw.moneyBack"],
    () => mine("/cancel", { cancellation: { ...ENDS, refund } }),
  ],
  [
    "one that never renews",
    ["subscription:states.once", "subscription:cancel.leadOnly", "subscription:withdraw.moneyBack"],
    () => mine("/cancel", { state: "ending", renews: false }),
  ],
  [
    "one whose renewal failed",
    ["subscription:states.past_due", "subscription:cancel.leadOnly", "subscription:withdraw.moneyBack"],
    () => mine("/cancel", { state: "past_due" }),
  ],
  [
    "one of the App Store",
    ["subscription:store.app_store", "subscription:cancel.leadOnly", "subscription:withdraw.moneyBack"],
    () => mine("/cancel", { source: "app_store" }),
  ],
  [
    "one of Google Play",
    ["subscription:store.google_play", "subscription:cancel.leadOnly", "subscription:withdraw.moneyBack"],
    () => mine("/cancel", { source: "google_play" }),
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
  ["a contract that can be withdrawn from", ["subscription:withdraw.until"], () => mine("/withdraw", FRESH)],
  ["none", ["subscription:withdraw.none", "subscription:withdraw.moneyBack"], () => mine("/withdraw", {})],
  [
    "one that never could be withdrawn from",
    ["subscription:withdraw.none", "subscription:withdraw.moneyBack"],
    () => mine("/withdraw?s=sub_1", {}),
  ],
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
    ["subscription:problem.withdrawOver", "subscription:withdraw.moneyBack"],
    () => mine("/withdraw?s=sub_1", { ...FRESH, withdraw_until: "2026-01-31T11:59:59Z", withdraw_day: "2026-01-30" }),
  ],
  [
    "a renewal that failed",
    ["subscription:renewal.title", "subscription:renewal.textAmount"],
    () => mine("/renewal", { state: "past_due" }),
  ],
  [
    "one of an unknown amount",
    ["subscription:renewal.title", "subscription:renewal.text"],
    () => mine("/renewal", { state: "past_due", plan_id: "gone", renewal: undefined }),
  ],
  ...(["app_store", "google_play"] as const).map(
    (source): State => [
      `one in a store: ${source}`,
      ["subscription:renewal.title", "subscription:renewal.textAmount", `subscription:store.${source}Renewal`],
      () => mine("/renewal", { state: "past_due", source }),
    ],
  ),
  ["none that failed", ["subscription:renewal.fineTitle"], () => mine("/renewal", {})],
  [
    "one that ended after it was cancelled",
    ["subscription:renewal.fineTitle"],
    () => mine("/renewal", { state: "ended", renewal: undefined }),
  ],
  [
    "one that is tried again with a new card",
    ["subscription:renewal.title", "subscription:renewal.textAmount"],
    () => {
      changeEnv({ redirectHosts: ["pay.test"] });
      return mine("/renewal", { state: "past_due", manage_url: "https://pay.test/manage/1" });
    },
  ],
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
