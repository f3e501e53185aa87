import { type Answered, send, type Target } from "../../../tools/contract/client";
import { ALL_PROVIDERS, type ProviderCalls } from "../../../tools/contract/providers";
import { withKey } from "../../../tools/contract/purchases";
import { SITE } from "../running-sandbox";
import { signedAs } from "../signed-as";
import type { Form } from "./books";

export const PROVIDER_CODES = ALL_PROVIDERS.map(({ code }) => code);

function providerOf({ provider }: Form): ProviderCalls {
  const found = ALL_PROVIDERS.find(({ code }) => code === provider);
  if (found === undefined) throw new Error(`there is no provider ${provider}`);
  return found;
}

/** Makes the purchase call of a form's provider, as the site does. */
export async function sendForm(target: Target, form: Form): Promise<Answered> {
  const { key, buyer, goods, retryOf } = form;
  const { purchase, bodyOf } = providerOf(form);
  const fields = {
    plan_id: goods.plan,
    email: buyer.email,
    ...(buyer.userId === undefined ? {} : await signedAs(target, buyer.userId)),
    browser: buyer.person,
    country_code: "US",
    coupon_id: goods.coupon,
    amount: goods.amount,
    currency: "USD",
    order_id: retryOf,
    _cps: { type: "cj", cookie: "click-1" },
    return_url: `${SITE}/return/there`,
    cancel_url: `${SITE}/return/back`,
  };
  return send(target, purchase, withKey(await bodyOf(target, fields), key));
}

/** What a 200 says. `payAt` is missing where nothing is due. */
export const readOpened = (form: Form, json: unknown) => providerOf(form).readOpened(json);
