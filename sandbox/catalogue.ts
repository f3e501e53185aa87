import Big from "big.js";
import type { Catalogue } from "../payments/catalogue/catalogue";
import { parseCatalogue } from "../payments/catalogue/load-catalogue";
import { type LocalPrices, rounded, type SoldPlan, withoutTrial } from "../payments/catalogue/plans";
import type { Db, Tx } from "../payments/store/database";
import written from "./catalogue.json";
import { readSandboxSettings, type SandboxSettings } from "./settings";

/** What the sandbox sells, as it is written. */
export const SANDBOX_CATALOGUE: Catalogue = parseCatalogue(written, "sandbox/catalogue.json");

/** What it sells as the settings are at present. */
export async function catalogueNow(db: Db | Tx): Promise<Catalogue> {
  const settings = await readSandboxSettings(db);
  return { ...SANDBOX_CATALOGUE, plans: SANDBOX_CATALOGUE.plans.map((plan) => asSet(plan, settings)) };
}

function asSet(listed: SoldPlan, { trial, weekly_renews, monthly_renews, price_percent }: SandboxSettings): SoldPlan {
  const plan = atPercent(listed, price_percent);
  if (plan.id === "monthly") return { ...plan, renews: monthly_renews };
  return plan.trial_days === undefined ? plan : withTrial({ ...plan, renews: weekly_renews }, trial);
}

function withTrial(plan: SoldPlan, trial: SandboxSettings["trial"]): SoldPlan {
  switch (trial) {
    case "paid":
      return plan;
    case "free":
      return { ...plan, trial_price: 0 };
    case "free_without_card":
      return { ...plan, trial_price: 0, trial_without_method: true };
    case "none":
      return withoutTrial(plan);
  }
}

/** The plan at so many percent of its prices, the local ones included. */
function atPercent(plan: SoldPlan, percent: number): SoldPlan {
  if (percent === 100) return plan;
  const scaled = (amount: number) => rounded(Big(amount).times(percent).div(100), plan.currency);
  const price_discount_amount = scaled(plan.price_discount_amount);
  return {
    ...plan,
    price_discount_amount,
    price_amount: scaled(plan.price_amount),
    price_unit: scaled(plan.price_unit),
    money: `${plan.currencySymbol}${price_discount_amount.toFixed(2)}`,
    ...(plan.trial_price == null ? {} : { trial_price: scaled(plan.trial_price) }),
    local: inProportion(plan.local, Big(price_discount_amount).div(plan.price_discount_amount)),
  };
}

/** Whole prices stay whole. */
function inProportion(local: LocalPrices, share: Big): LocalPrices {
  const scaled = (gross: number) =>
    Big(gross)
      .times(share)
      .round(Number.isInteger(gross) ? 0 : 2, Big.roundHalfUp)
      .toNumber();
  return new Map([...local].map(([country, price]) => [country, { ...price, gross: scaled(price.gross) }]));
}
