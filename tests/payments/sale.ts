import { planById } from "../../payments/catalogue/catalogue";
import type { Sale } from "../../payments/catalogue/sale";
import { soldText } from "../../payments/catalogue/sold";
import type { Tx } from "../../payments/store/database";
import { SANDBOX_CATALOGUE } from "../../sandbox/catalogue";

/** What orders advance in, with the sandbox's catalogue. */
export const saleAt = (tx: Tx, now: number): Sale => ({ tx, catalogue: SANDBOX_CATALOGUE, now });

/** What an attempt at one of the sandbox's plans sold. */
export function soldOf(planId: string, country: string): string {
  const plan = planById(SANDBOX_CATALOGUE, planId);
  if (!plan) throw new Error(`The sandbox sells no plan ${planId}`);
  return soldText(SANDBOX_CATALOGUE, plan, country, undefined);
}
