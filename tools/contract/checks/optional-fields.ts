import assert from "node:assert/strict";
import { fieldsOf, valueAt, withOurNames } from "~/upstream/client/wire.server";
import { commonParams, plans, prices } from "~/upstream/contract/catalogue";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { geoInfo } from "~/upstream/contract/visitor";
import type { Check } from "../check";
import { ask, insideOf, type Sent, send, type Target } from "../client";
import { anyOpen, openAt } from "../providers";
import { purchaseFields } from "../purchases";
import { Unseen } from "../unseen";

interface OptionalField {
  field: string;
  lost: string;
}

/** Fields that are used where they are there, and what a buyer loses where they are not. docs/payments-api.md lists each. */
const PLAN_FIELDS: OptionalField[] = [
  { field: "product_id", lost: "prices and coupons are asked for by the plan's id" },
  { field: "interval", lost: "the length is read from amount ÷ price_unit, else from the plan's name or id" },
  { field: "price_unit", lost: "the price of a month is computed from the amount and the length" },
  { field: "money", lost: "nothing: the site writes amounts itself" },
  { field: "renews", lost: "every plan is sold as one that renews" },
];

const TRIAL_DAYS: OptionalField[] = [
  { field: "trial_days", lost: "no trial is told: the plan is shown at its full price" },
];

const TRIAL_FIELDS: OptionalField[] = [
  { field: "trial_without_method", lost: "every free trial is sold as one that becomes a subscription" },
];

const PRICE_FIELDS: OptionalField[] = [
  { field: "subscription.price.tax", lost: "the tax in the price is not told" },
  { field: "subscription.price.tax_name", lost: "the tax is called a tax, not by its name on the spot" },
  { field: "subscription.price.tax_rate", lost: "the tax is told without its rate" },
];

const PARAMS_FIELDS: OptionalField[] = [
  { field: "providers", lost: "every provider is on offer that PROVIDERS_OFF does not name" },
  {
    field: "idempotency_keys",
    lost: "a purchase call whose answer is lost is not repeated: its buyer is asked to wait",
  },
  { field: "recaptcha", lost: "people are told from robots without a script" },
  { field: "statement", lost: "the name on the card statement is not told" },
  { field: "money_back_days", lost: "whoever wants the money back that the brand promises writes an e-mail" },
  { field: "calls", lost: "no optional call is made: see docs/payments-api.md" },
];

/** Of a provider that is not on offer nobody misses them. */
const FRAMED = [
  { code: "pd", field: "paddle", lost: "pd is paid on its own page, never in a frame" },
  { code: "rz", field: "razorpay", lost: "rz is paid on its own page, never in a frame" },
];

const GEO_FIELDS: OptionalField[] = [
  { field: "country", lost: "nobody is kept from buying by where they are" },
  { field: "country_code", lost: "prices begin in the currency of the plan" },
];

const RESULT_FIELDS: OptionalField[] = [
  { field: "order_state", lost: "the screen follows the status alone: no word of a grant, a review or a refund" },
  { field: "money_taken", lost: "no page can say that nothing was taken" },
  {
    field: "redirect_url",
    lost: "whoever comes back to an order that was tried again is led to the first attempt's page",
  },
  { field: "amount", lost: "the price that was agreed to is shown" },
  { field: "plan_id", lost: "the plan that was ordered is shown" },
];

const fieldChecks = (name: string, fields: OptionalField[], sample: (target: Target) => Promise<unknown>): Check[] =>
  fields.map(({ field, lost }) => ({
    name: `${name}: ${field}`,
    weight: "nice",
    lost,
    run: async (target) => assert.ok(valueAt(await sample(target), field) != null, "not there"),
  }));

async function answered(target: Target, endpoint: Endpoint, sent?: Sent): Promise<unknown> {
  return withOurNames(insideOf(await send(target, endpoint, sent)), endpoint.names);
}

type ListEndpoint = Endpoint & Required<Pick<Endpoint, "list">>;

/** The first entry of a list that has a field; of any where none is named. */
async function firstOf(target: Target, endpoint: ListEndpoint, sent?: Sent, having?: string): Promise<unknown> {
  const inside = insideOf(await send(target, endpoint, sent));
  const list: unknown[] = [inside, ...Object.values(fieldsOf(inside) ?? {})].find(Array.isArray) ?? [];
  const entries = list.map((entry) => withOurNames(entry, endpoint.list.names));
  const first = having === undefined ? entries[0] : entries.find((entry) => valueAt(entry, having) != null);
  if (first === undefined) throw new Unseen(having === undefined ? "the list is empty" : `no entry has a ${having}`);
  return first;
}

async function paramsOffering(target: Target, code: string): Promise<unknown> {
  const { providers } = await ask(target, commonParams);
  if (providers && !providers.includes(code)) throw new Unseen("common/params does not offer it");
  return answered(target, commonParams);
}

/** In a country where prices contain a tax. */
async function taxedPrice(target: Target): Promise<unknown> {
  const product_ids = String(valueAt(await firstOf(target, plans), "product_id"));
  return firstOf(target, prices, { query: { product_ids, customer_country: "GB" } });
}

async function freshResult(target: Target): Promise<unknown> {
  const provider = await anyOpen(target);
  const { orderId } = await openAt(target, provider, await purchaseFields(target));
  return answered(target, provider.result, { body: { order_id: orderId } });
}

export const optionalFieldChecks: Check[] = [
  ...fieldChecks("plans", PLAN_FIELDS, (target) => firstOf(target, plans)),
  ...fieldChecks("plans", TRIAL_DAYS, (target) => firstOf(target, plans, {}, "trial_days")),
  ...fieldChecks("plans with a trial", TRIAL_FIELDS, (target) => firstOf(target, plans, {}, "trial_price")),
  ...fieldChecks("l10n/prices", PRICE_FIELDS, taxedPrice),
  ...fieldChecks("common/params", PARAMS_FIELDS, (target) => answered(target, commonParams)),
  ...FRAMED.flatMap(({ code, ...field }) =>
    fieldChecks("common/params", [field], (target) => paramsOffering(target, code)),
  ),
  ...fieldChecks("geo_info", GEO_FIELDS, (target) =>
    answered(target, geoInfo, { body: {}, headers: { "X-Forwarded-For": "192.0.2.7" } }),
  ),
  ...fieldChecks("result", RESULT_FIELDS, freshResult),
];
