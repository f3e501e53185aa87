import type { AppOrder, Order } from "~/orders/order-token.server";

/** An order of makePlan's plan that is open at the payments API. */
export const makeOrder = (overrides: Partial<Order> = {}): Order => ({
  kind: "site",
  orderId: "ord_1",
  provider: "so",
  attempt: "2b1e7a34-5b0c-4f0e-9d57-3f1f0a9e4c11",
  plan: "year",
  product: "1001",
  period: { unit: "year", count: 1 },
  email: "buyer@example.com",
  country: "US",
  items: [{ kind: "dueToday", amount: 59.99 }],
  amount: 59.99,
  currency: "USD",
  lang: "en",
  appType: 502,
  ...overrides,
});

/** The same plan, bought in the app's store. */
export const makeAppOrder = (overrides: Partial<AppOrder> = {}): AppOrder => ({
  kind: "app",
  orderId: "ord_1",
  provider: "gap",
  transactionId: "GPA-1234",
  params: {},
  plan: "year",
  period: { unit: "year", count: 1 },
  amount: 59.99,
  currency: "USD",
  lang: "en",
  appType: 502,
  ...overrides,
});
