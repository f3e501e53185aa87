import type { EndpointName } from "~/upstream/contract/endpoints";
import { PURCHASE_STATUSES, type PurchaseStatus } from "../../app/upstream/contract/purchase-result";
import { type Chance, chanceFor } from "./seeded";

type Fields = Record<string, unknown>;

/** Calls that the specification has. */
export type SpecifiedCall = Exclude<
  EndpointName,
  | "subscriptionList"
  | "subscriptionChange"
  | "subscriptionLink"
  | "declare"
  | "resumeLink"
  | "endLinks"
  | "invoiceDetails"
  | "redemption"
  | "redeem"
  | "storeTokens"
>;

export const isSpecified = (name: string): name is SpecifiedCall => Object.hasOwn(ANSWERS_BY_CALL, name);

/** An answer of a backend that knows only section 7 of the specification. */
interface BareAnswer {
  status: number;
  body: unknown;
}

/**
 * An answer of the full sandbox as another backend would send it: only the specification's fields, with types, names
 * and envelope chosen by the seed. One seed is one backend: all answers to a call have the same form.
 */
export function bareAnswer(seed: number, name: SpecifiedCall, made: Fields): BareAnswer {
  const chance = chanceFor(seed, name);
  return { status: 200, body: ANSWERS_BY_CALL[name](made, chance) };
}

/** A refusal as another backend sends it. The code that may end a session is in each body, or is the status. */
export function bareRefusal(seed: number, name: string, status: number, code: number): BareAnswer {
  const { pick } = chanceFor(seed, `${name} ${status}`);
  const number = pick([code, String(code)]);
  const body = pick<unknown>([
    { code: number, msg: "failed", data: null },
    { code: number, message: "failed" },
    { errcode: number, errmsg: "failed" },
    { success: false, code: number, error: "failed" },
    { code: number, error: { message: "failed" } },
  ]);
  return { status, body };
}

const pickFields = (made: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, made[name] ?? null]));

/** Numbers all as text or all as numbers; missing values null or left out; some unknown fields added. */
function restyled(fields: Fields, { pick, oneIn }: Chance): Fields {
  const asText = pick([true, false]);
  const withNulls = pick([true, false]);
  const entries = Object.entries(fields)
    .filter(([, value]) => value !== null || withNulls)
    .map(([key, value]) => [key, asText && typeof value === "number" ? String(value) : value]);
  return { ...Object.fromEntries(entries), ...(oneIn(2) ? { trace_id: "a1b2", ext: { level: [1, null] } } : {}) };
}

const SUCCESS = [0, 200, 20000, "0", "200"] as const;

/** An object, with or without an envelope. */
function wrapped(inside: unknown, { pick }: Chance): unknown {
  const code = pick(SUCCESS);
  return pick<unknown>([
    inside,
    { data: inside },
    { code, data: inside },
    { code, message: "ok", data: inside },
    { success: true, response: inside },
  ]);
}

/** A list: bare, or in a list's or an ordinary envelope. */
function wrappedList(list: unknown[], { pick }: Chance): unknown {
  const code = pick(SUCCESS);
  return pick<unknown>([
    list,
    { data: list },
    { code, data: list },
    { list },
    { code, data: { list, total: String(list.length) } },
  ]);
}

const object =
  (names: readonly string[]) =>
  (made: Fields, chance: Chance): unknown =>
    wrapped(restyled(pickFields(made, names), chance), chance);

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});

const PLAN = [
  "id",
  "price_discount_amount",
  "price_amount",
  "price_unit",
  "money",
  "trial_price",
  "price_deduction_amount",
  "currency",
  "currencySymbol",
];

/** Sometimes the price per month is missing: then the plan's id tells its length. */
function planList(made: Fields, chance: Chance): unknown {
  const style = chance.pick([0, 1, 2, 3]);
  const unreadFields: Fields =
    style === 1 ? { price_unit: null, currencySymbol: null } : style === 2 ? { money: null } : {};
  const list = listIn(made.plans).map((plan) => restyled({ ...pickFields(plan, PLAN), ...unreadFields }, chance));
  return wrappedList(
    list.map((plan) => (style === 3 ? { ...plan, currency: lower(plan.currency) } : plan)),
    chance,
  );
}

const lower = (text: unknown): unknown => (typeof text === "string" ? text.toLowerCase() : text);

/** This backend's catalogue has no product ids, so its prices are listed by plan id. */
function prices(made: Fields, chance: Chance): unknown {
  const asText = chance.pick([true, false]);
  const products = listIn(made.products).map(({ product_id, currency, subscription }) => {
    const { gross } = fieldsIn(fieldsIn(subscription).price);
    return { product_id, currency, subscription: { price: { gross: asText ? String(gross) : gross } } };
  });
  return chance.pick<unknown>([
    { success: true, response: { products } },
    { products },
    { code: 0, data: { products } },
  ]);
}

const ADDRESS_NAMES = ["redirect_url", "web_url", "pay_link", "checkout_url", "url"] as const;
const ORDER_NAMES = ["order_id", "order_id", "orderId", "order_no"] as const;

/** @param addressed the full sandbox's name of the address to pay at */
const purchase =
  (addressed: string, names: readonly string[] = ADDRESS_NAMES) =>
  (made: Fields, chance: Chance): unknown =>
    wrapped(
      restyled({ [chance.pick(ORDER_NAMES)]: made.order_id, [chance.pick(names)]: made[addressed] ?? null }, chance),
      chance,
    );

const WORDS: Readonly<Record<PurchaseStatus, readonly string[]>> = {
  success: ["paid", "succeeded", "active", "SUCCESS", "completed"],
  pending: ["processing", "pending", "created", "in_progress", "unpaid"],
  requires_action: ["requires_action", "pending", "processing"],
  failed: ["failed", "declined", "FAILED"],
  canceled: ["canceled", "cancelled", "void"],
  expired: ["expired", "abandoned"],
};

/** Only a status word, as the specification has it. */
function result({ status }: Fields, chance: Chance): unknown {
  const known = PURCHASE_STATUSES.find((one) => one === status) ?? "pending";
  return wrapped(restyled({ status: chance.pick(WORDS[known]) }, chance), chance);
}

const profile = (made: Fields, chance: Chance): unknown => {
  const { remain_time } = fieldsIn(made.vip);
  const vip = remain_time === 0 ? chance.pick<unknown>([null, { remain_time: -1 }, { remain_time }]) : { remain_time };
  return wrapped({ ...restyled(pickFields(made, ["user_id", "email", "is_password_set"]), chance), vip }, chance);
};

function coupon(made: Fields, chance: Chance): unknown {
  const said = made.valid === true ? { valid: true, discount: made.discount } : { valid: false };
  return wrapped(restyled(said, chance), chance);
}

function invoices(made: Fields, chance: Chance): unknown {
  const dateName = chance.pick(["issued_at", "created_at", "date"]);
  return listIn(made.invoices).map(({ invoice_id, issued_at, amount, currency }) =>
    restyled({ invoice_id, [dateName]: issued_at, amount, currency }, chance),
  );
}

const ANSWERS_BY_CALL: Readonly<Record<SpecifiedCall, (made: Fields, chance: Chance) => unknown>> = {
  geoInfo: object(["user_ip", "country", "country_code"]),
  profile,
  plans: planList,
  commonParams: (_, chance) => wrapped(chance.pick([{}, { version: 3 }, { region: null }]), chance),
  prices,
  anonymousSignup: object(["token"]),
  checkCoupon: coupon,
  pdPrepurchase: purchase("pay_link"),
  pdPurchaseStatus: result,
  psPurchase: purchase("redirect_url"),
  psPurchaseResult: result,
  rzPurchase: purchase("checkout_url"),
  rzPurchaseResult: result,
  rbCreateSubscription: purchase("redirect_url"),
  rbSubscriptionStatus: result,
  soPurchase: purchase("web_url", ["web_url"]),
  soPurchaseResult: result,
  gapPurchaseResult: result,
  tpaPurchaseResult: result,
  invoiceList: invoices,
  invoiceSend: (_, { pick }) => ({ code: pick(SUCCESS) }),
  analyticsEvents: (_, { pick }) => ({ code: pick(SUCCESS) }),
};
