const text = (meaning: string) => ({ kind: "string", meaning }) as const;
const whole = (meaning: string) => ({ kind: "int", meaning }) as const;
const amountOf = (meaning: string) => ({ kind: "double", meaning }) as const;
const optionalParam = <P>(param: P) => ({ ...param, isOptional: true }) as const;
const event = <P>(meaning: string, params: P) => ({ meaning, params });

const PLAN_PARAM = { plan_id: text("The plan.") };
const STEP_PARAMS = { ...PLAN_PARAM, provider: text("The payment provider.") };

/**
 * Every analytics event of the site, with its meaning and its parameters. docs/events.md is made from this list. All are recorded where
 * the site answers a request, the same with and without scripts, but `page_show`: of that only a browser knows, so the server
 * believes nothing in it but that somebody looked at a page.
 */
export const EVENTS = {
  page_show: event(
    "A page was looked at: a document was opened (also one from the back/forward cache), or a navigation within one. A form that comes back is no further view.",
    {
      path: text("The page's path; what could be an address or a token in it is *."),
      href: text("The page's address with only its harmless parameters."),
      route_name: text("The page and its language: payment___de; other___de where it is none of the site's pages."),
    },
  ),
  plan_view: event("Plans with their prices were shown: on the home page, a pricing page or the checkout.", {
    plans: whole("How many plans were on offer."),
    price_country: text("The country whose prices they were."),
    currency: text("The currency of the prices."),
  }),
  plan_select: event("The checkout of one plan was opened.", {
    ...PLAN_PARAM,
    currency: text("The currency of its price."),
    amount: amountOf("What is due today, in major units."),
  }),
  country_change: event("The visitor chose another country's prices.", { price_country: text("The country chosen.") }),
  coupon_apply: event("A coupon was tried. The coupon itself is not sent.", {
    outcome: text("applied, or refused."),
    reason: optionalParam(text("Why it was refused.")),
  }),
  pay_submit: event("A checked payment form was sent to the payments API. Once per form, however often it is sent.", {
    ...STEP_PARAMS,
    amount: amountOf("What is due today, in major units."),
    currency: text("Its currency."),
  }),
  pay_handoff: event("The buyer was shown the way to the provider. Once per form.", STEP_PARAMS),
  pay_return: event("The buyer came back from the provider, whatever the result. Once per form.", STEP_PARAMS),
  pay_result: event(
    "The payments API says that an order is paid. Once per order, also where the buyer never came back; an order that is never paid has none.",
    {
      order_id: text("The order in the payments API."),
      provider: text("The payment provider; gap or tpa for a purchase in an app."),
      plan_id: optionalParam(PLAN_PARAM.plan_id),
      amount: optionalParam(amountOf("What was paid, in major units.")),
      currency: optionalParam(text("Its currency.")),
      affiliate: optionalParam(text("The affiliate network that sent the buyer.")),
    },
  ),
  receipt_send: event("A receipt was mailed. Neither the address nor the receipt is sent.", {}),
  language_switch: event("The visitor chose another language than the one remembered.", {
    from: text("The language before."),
    to: text("The language chosen."),
  }),
  error_show: event(
    "A visitor was shown that something is wrong: an error page, a form that came back, a declined payment.",
    {
      where: text("The page; other where it is none of the site's pages."),
      reason: text("The status, the mistake in the form, or the group of declines."),
    },
  ),
} as const;

export type EventName = keyof typeof EVENTS;

type Value<P> = (P extends { kind: "string" } ? string : number) | (P extends { isOptional: true } ? undefined : never);

/** The parameters of an event, by name. */
export type EventParams<Name extends EventName, P = (typeof EVENTS)[Name]["params"]> = { [K in keyof P]: Value<P[K]> };
