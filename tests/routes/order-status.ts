import { orderToken } from "~/orders/order-token.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import type { Shown } from "./site";

export const statusOf = async (order = makeOrder(), query = ""): Promise<string> =>
  `/paystatus?o=${await orderToken(order)}${query}`;

/** The call that asks how an order of a provider stands. */
export const RESULT_OF = {
  pd: endpoints.pdPurchaseStatus,
  ps: endpoints.psPurchaseResult,
  rz: endpoints.rzPurchaseResult,
  rb: endpoints.rbSubscriptionStatus,
  so: endpoints.soPurchaseResult,
} as const satisfies Record<ProviderCode, unknown>;

/** From now on the payments API answers so about the order; unless told, it is open and no money was taken. */
export function orderStands(overrides: Parameters<typeof makeResult>[0], provider: ProviderCode = "so"): void {
  const open = { order_state: "open", money_taken: "no" } as const;
  upstream.use(answering(RESULT_OF[provider], makeResult({ ...open, ...overrides })));
}

export const titleOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;

export const refreshIn = ({ document }: Shown) =>
  document.querySelector("meta[http-equiv=refresh]")?.getAttribute("content");
