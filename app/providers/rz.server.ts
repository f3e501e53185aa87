import { z } from "zod";
import { call, callForAnybody } from "~/upstream/client/client.server";
import type { AnswerOf } from "~/upstream/contract/endpoint";
import { rzPurchase, rzPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Facts, Leaving, OpenedPayment, PaymentProvider } from "./provider.server";
import { readReturned } from "./returned.server";

const { razorpay_payment_id, razorpay_order_id, razorpay_signature, error } = rzPurchaseResult.body.shape;
const errorPart = z.string().max(1000).optional();

/** What the provider posts: a signed payment, or `error[…]` with words of the bank. The API checks the signature. */
const shape = z
  .object({
    razorpay_payment_id,
    razorpay_order_id,
    razorpay_signature,
    "error[code]": errorPart,
    "error[description]": errorPart,
    "error[source]": errorPart,
    "error[step]": errorPart,
    "error[reason]": errorPart,
  })
  .transform((posted) => ({
    razorpay_payment_id: posted.razorpay_payment_id,
    razorpay_order_id: posted.razorpay_order_id,
    razorpay_signature: posted.razorpay_signature,
    error: error.catch(undefined).parse({
      code: posted["error[code]"],
      description: posted["error[description]"],
      source: posted["error[source]"],
      step: posted["error[step]"],
      reason: posted["error[reason]"],
    }),
  }));

/** `rz`: a form takes the buyer to the provider, and another one of the provider's brings them back. */
export const rz = {
  homeCountry: "IN",
  statementName: ({ statement }) => statement?.rz,
  async open(purchase, caller) {
    const { returnUrl, cancelUrl } = purchase.addresses;
    const body = { ...purchase.body, callback_url: returnUrl, cancel_url: cancelUrl };
    const answer = await call(rzPurchase, { body }, caller, purchase.options);
    return { orderId: answer.order_id, handOff: handOffOf(answer) };
  },
  ask: async (orderId, caller, returned) =>
    callForAnybody(rzPurchaseResult, { body: { ...readReturned(shape, returned), order_id: orderId } }, caller),
  formFields,
  frameScript: (facts, leaving, { razorpay }) =>
    razorpay?.script ? { script: razorpay.script, facts: formFields(facts, leaving) } : undefined,
} satisfies PaymentProvider;

/** An answer with an address but without the provider's payment ids means a page that is opened by a link. */
function handOffOf(answer: AnswerOf<typeof rzPurchase>): OpenedPayment["handOff"] {
  const { checkout_url, razorpay_subscription_id, razorpay_order_id } = answer;
  if (!checkout_url || answer.key_id === "" || razorpay_order_id === "") return { kind: "link", address: checkout_url };
  const paidFor: Facts = razorpay_subscription_id
    ? { subscription_id: razorpay_subscription_id }
    : { order_id: razorpay_order_id };
  const { key_id, amount, currency, name, description, prefill } = answer;
  const facts = { key_id, ...paidFor, amount: String(amount), currency, name, description };
  return { kind: "form", address: checkout_url, facts: { ...facts, "prefill[email]": prefill.email } };
}

/** The fields of the provider's hosted checkout. The return addresses are ours, not those of the answer. */
function formFields(facts: Facts, { addresses: { returnUrl, cancelUrl } }: Leaving): Facts {
  return { ...facts, callback_url: returnUrl, cancel_url: cancelUrl };
}
