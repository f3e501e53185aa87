import { z } from "zod";
import { purchaseBody, purchaseResult, resultBody, statusRead } from "~/upstream/contract/purchase-result";
import { PD_NAMES, PS_NAMES, RB_NAMES, RESULT_NAMES, RZ_NAMES, SO_NAMES } from "~/upstream/contract/values/field-names";
import {
  address,
  botToken,
  currencyRead,
  identifier,
  optional,
  textOr,
  textRead,
  wholeRead,
} from "~/upstream/contract/values/scalars";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";

/** A call that asks how an order stands; it may always be repeated. @param path below that of the providers */
const resultCall = <Path extends string, Body extends z.ZodObject>(path: Path, summary: string, body: Body) =>
  ({
    method: "POST",
    path: `${PROVIDERS_PATH}/${path}`,
    summary,
    body,
    answer: purchaseResult,
    names: RESULT_NAMES,
    repeat: "always",
  }) as const satisfies Endpoint;

/**
 * `pd`: a checkout in the manner of Paddle Classic. The buyer pays at `pay_link`, or in a frame that the provider's script
 * opens for `product_id` with `passthrough` and `coupon`. Without a link there is nothing to pay.
 */
export const pdPrepurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/common/pd/prepurchase`,
  summary: "Open an order paid at a pay link or in the provider's frame",
  body: purchaseBody.extend({ return_url: address }),
  answer: z.object({
    order_id: identifier,
    /** For the provider's frame in our page, like the fields below. */
    product_id: identifier.catch(""),
    passthrough: textOr("", 1024),
    coupon: optional(z.string().max(64)),
    pay_link: optional(address),
    expires_at: optional(textRead),
  }),
  names: PD_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

/** `ps`: a wallet's own page, left by redirect and come back from with parameters in the manner of PayPal. */
export const psPurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/ps/purchase`,
  summary: "Open an order paid on a wallet's page",
  body: purchaseBody.extend({
    payment_method: z.string().max(32).optional(),
    return_url: address,
    cancel_url: address,
  }),
  answer: z.object({
    order_id: identifier,
    transaction_id: optional(identifier),
    status: statusRead.catch("pending"),
    /** Missing where there is nothing to pay. */
    redirect_url: optional(address),
  }),
  names: PS_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

const returned = z.string().min(1).max(256).optional();

/** The return parameters only say which payment is meant; the API asks the provider. */
export const psPurchaseResult = resultCall(
  "ps/purchase_result",
  "Ask the provider how an order stands, naming the payment the buyer came back from",
  resultBody.extend({
    transaction_id: returned,
    token: returned,
    payer_id: returned,
    subscription_id: returned,
    ba_token: returned,
  }),
);

/**
 * `rz`: a checkout in the manner of Razorpay. A form sent to `checkout_url`, or the provider's script, takes the buyer there;
 * the provider posts the outcome, signed, to `callback_url`. Without an address there is nothing to pay.
 */
export const rzPurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/rz/purchase`,
  summary: "Open an order paid at the provider's hosted form",
  body: purchaseBody.extend({ callback_url: address, cancel_url: address }),
  answer: z.object({
    order_id: identifier,
    /** If this or the next field is missing there is no form: a link takes the buyer to the address. */
    key_id: identifier.catch(""),
    razorpay_order_id: identifier.catch(""),
    razorpay_subscription_id: optional(identifier),
    /** In minor units of the currency (cents), unlike every other amount of the API. */
    amount: wholeRead.pipe(z.number().nonnegative().max(1e15)).catch(0),
    currency: currencyRead.catch(""),
    name: textOr("", 256),
    description: textOr("", 256),
    prefill: z.object({ email: textOr("", 254) }).catch({ email: "" }),
    callback_url: address.catch(""),
    cancel_url: address.catch(""),
    checkout_url: optional(address),
  }),
  names: RZ_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

/** What the provider posts when a payment fails. */
const rzError = z.object({
  code: z.string().max(64),
  description: z.string().max(1000).optional(),
  source: z.string().max(64).optional(),
  step: z.string().max(64).optional(),
  reason: z.string().max(64).optional(),
});

/** The API checks the signature: hex HMAC-SHA256 of "<stored razorpay_order_id>|<payment id>" with the key's secret. */
export const rzPurchaseResult = resultCall(
  "rz/purchase_result",
  "Ask the provider how an order stands, passing on what it posted",
  resultBody.extend({
    razorpay_payment_id: identifier.optional(),
    razorpay_order_id: identifier.optional(),
    razorpay_signature: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .optional(),
    error: rzError.optional(),
  }),
);

/** `rb`: a subscription in the manner of Rebilly, guarded by the bot check (action `pay_submit`). */
export const rbCreateSubscription = {
  method: "POST",
  path: `${PROVIDERS_PATH}/rb/create_subscription`,
  summary: "Open an order for a subscription paid on the provider's page",
  body: purchaseBody.extend({
    product_id: identifier,
    payment_token: z.string().max(256).optional(),
    return_url: address,
    recasign: botToken,
  }),
  answer: z.object({
    order_id: identifier,
    status: statusRead.catch("pending"),
    /** Missing where there is nothing to pay. */
    redirect_url: optional(address),
  }),
  names: RB_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

/** `so`: a hosted payment page. The buyer pays at `web_url`; without that there is nothing to pay. */
export const soPurchase = {
  method: "POST",
  path: `${PROVIDERS_PATH}/so/purchase`,
  summary: "Open an order paid on a hosted page",
  body: purchaseBody.extend({ return_url: address, cancel_url: address }),
  answer: z.object({ order_id: identifier, web_url: optional(address), expires_at: optional(textRead) }),
  names: SO_NAMES,
  repeat: "with-key",
} as const satisfies Endpoint;

export const soPurchaseResult = resultCall("so/purchase_result", "Ask the provider how an order stands", resultBody);

/** Stands for an order's id in a path. */
const ORDER_IN_PATH = "{order}";

/** The flows with a `{hash}_status` call. Nothing that a visitor sends becomes part of the path. */
const STATUS_FLOWS = { rb: "rb/subscription", pd: "common/pd/purchase" } as const;

const statusCall = <F extends keyof typeof STATUS_FLOWS>(flow: F) =>
  resultCall(`${STATUS_FLOWS[flow]}_status`, `Ask the provider how an order of ${flow} stands`, resultBody);

/**
 * What an API may have in place of `{hash}` in the specification's `{hash}_status` for `pd`, ours first. `{order}` is the order's own id.
 */
export const PD_STATUS_HASHES = ["common/pd/purchase", "common/pd", "pd", `common/pd/${ORDER_IN_PATH}`, ORDER_IN_PATH];

/** The path of such a call. An order's id comes from the API's own answer, and has nothing in it that a path could be changed by. */
export const pathOfStatus = (hash: string, orderId: string): string =>
  `${PROVIDERS_PATH}/${hash.replaceAll(ORDER_IN_PATH, identifier.parse(orderId))}_status`;

export const rbSubscriptionStatus = statusCall("rb");
export const pdPurchaseStatus = statusCall("pd");

/** Purchases made inside an app, in its store (`gap`) or through an agent (`tpa`): the site confirms and shows them. */
export const APP_PROVIDERS = ["gap", "tpa"] as const;
export type AppProviderCode = (typeof APP_PROVIDERS)[number];

/** The return parameters that are passed on; all others in the address are dropped. */
export const APP_PURCHASE_PARAMS = ["package_name", "product_id", "purchase_token", "receipt_id", "agent_id"] as const;

const returnValue = z.string().min(1).max(512).optional();

const resultOf = (provider: AppProviderCode) =>
  resultCall(
    `${provider}/purchase_result`,
    `Confirm a purchase begun in an app (${provider})`,
    resultBody.extend({
      transaction_id: identifier,
      params: z.object({
        package_name: returnValue,
        product_id: returnValue,
        purchase_token: returnValue,
        receipt_id: returnValue,
        agent_id: returnValue,
      } satisfies Record<(typeof APP_PURCHASE_PARAMS)[number], typeof returnValue>),
    }),
  );

export const gapPurchaseResult = resultOf("gap");
export const tpaPurchaseResult = resultOf("tpa");
