const PLAN = { kind: "string", meaning: "The plan." } as const;
const PROVIDER = { kind: "string", meaning: "The payment provider." } as const;

/**
 * Every analytics event of the site, with its meaning and its parameters. docs/events.md is made from this list.
 * `toldBy`: `server` events are told where the site answers a request, the same with and without scripts; `browser` events
 * only a browser knows of, so the server believes nothing in them but that somebody looked at a page.
 */
export const EVENTS = {
  page_show: {
    toldBy: "browser",
    meaning:
      "A page was looked at: a document was opened (also one from the back/forward cache), or a navigation within one. A form that comes back is no further view.",
    params: {
      path: { kind: "string", meaning: "The page's path; what could be an address or a token in it is *." },
      href: { kind: "string", meaning: "The page's address with only its harmless parameters." },
      route_name: {
        kind: "string",
        meaning: "The page and its language: payment___de; other___de where it is none of the site's pages.",
      },
    },
  },
  plan_view: {
    toldBy: "server",
    meaning: "Plans with their prices were shown: on the home page, a pricing page or the checkout.",
    params: {
      plans: { kind: "int", meaning: "How many plans were on offer." },
      price_country: { kind: "string", meaning: "The country whose prices they were." },
      currency: { kind: "string", meaning: "The currency of the prices." },
    },
  },
  plan_select: {
    toldBy: "server",
    meaning: "The checkout of one plan was opened.",
    params: {
      plan_id: PLAN,
      currency: { kind: "string", meaning: "The currency of its price." },
      amount: { kind: "double", meaning: "What is due today, in major units." },
    },
  },
  country_change: {
    toldBy: "server",
    meaning: "The visitor chose another country's prices.",
    params: { price_country: { kind: "string", meaning: "The country chosen." } },
  },
  coupon_apply: {
    toldBy: "server",
    meaning: "A coupon was tried. The coupon itself is not told.",
    params: {
      outcome: { kind: "string", meaning: "applied, or refused." },
      reason: { kind: "string", meaning: "Why it was refused.", isOptional: true },
    },
  },
  pay_submit: {
    toldBy: "server",
    meaning: "A checked payment form was sent to the payments API. Once per form, however often it is sent.",
    params: {
      plan_id: PLAN,
      provider: PROVIDER,
      amount: { kind: "double", meaning: "What is due today, in major units." },
      currency: { kind: "string", meaning: "Its currency." },
    },
  },
  pay_handoff: {
    toldBy: "server",
    meaning: "The buyer was shown the way to the provider. Once per form.",
    params: {
      plan_id: PLAN,
      provider: PROVIDER,
    },
  },
  pay_return: {
    toldBy: "server",
    meaning: "The buyer came back from the provider, whatever the result. Once per form.",
    params: {
      plan_id: PLAN,
      provider: PROVIDER,
    },
  },
  pay_result: {
    toldBy: "server",
    meaning:
      "The payments API says that an order is paid. Once per order, also where the buyer never came back; an order that is never paid has none.",
    params: {
      order_id: { kind: "string", meaning: "The order in the payments API." },
      provider: { kind: "string", meaning: "The payment provider; gap or tpa for a purchase in an app." },
      plan_id: { ...PLAN, isOptional: true },
      amount: { kind: "double", meaning: "What was paid, in major units.", isOptional: true },
      currency: { kind: "string", meaning: "Its currency.", isOptional: true },
      affiliate: { kind: "string", meaning: "The affiliate network that sent the buyer.", isOptional: true },
    },
  },
  receipt_send: {
    toldBy: "server",
    meaning: "A receipt was mailed. Neither the address nor the receipt is told.",
    params: {},
  },
  language_switch: {
    toldBy: "server",
    meaning: "The visitor chose another language than the one remembered.",
    params: {
      from: { kind: "string", meaning: "The language before." },
      to: { kind: "string", meaning: "The language chosen." },
    },
  },
  error_show: {
    toldBy: "server",
    meaning: "A visitor was shown that something is wrong: an error page, a form that came back, a declined payment.",
    params: {
      where: { kind: "string", meaning: "The page; other where it is none of the site's pages." },
      reason: { kind: "string", meaning: "The status, the mistake in the form, or the group of declines." },
    },
  },
} as const satisfies Readonly<Record<string, EventDescription>>;

interface ParamDescription {
  kind: "string" | "int" | "double";
  meaning: string;
  isOptional?: true;
}

interface EventDescription {
  toldBy: "server" | "browser";
  meaning: string;
  params: Readonly<Record<string, ParamDescription>>;
}

export type EventName = keyof typeof EVENTS;

type Value<Kind> = Kind extends "string" ? string : number;
type OptionalKeys<P> = { [K in keyof P]: P[K] extends { isOptional: true } ? K : never }[keyof P];

/** The parameters of an event, by name. */
export type EventParams<Name extends EventName, P = (typeof EVENTS)[Name]["params"]> = {
  [K in Exclude<keyof P, OptionalKeys<P>>]: P[K] extends { kind: infer Kind } ? Value<Kind> : never;
} & { [K in OptionalKeys<P>]?: P[K] extends { kind: infer Kind } ? Value<Kind> : never };
