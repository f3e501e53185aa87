import { beforeEach, expect, it } from "vitest";
import { metricsText } from "~/metrics/metrics.server";
import type { OrderScreenKind } from "~/orders/order-states";
import { countGivenUp, countOpened, countState, forgetTold } from "~/orders/purchase-log.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { parseMetrics } from "../metrics/parsed";
import { makeOrder } from "./orders";

beforeEach(forgetTold);

const SERIES = /^site_orders_total\{provider="(\w+)",state="(\w+)"\}$/;

/** How many orders have reached each state while something happened, as `provider state`. */
function counted(happening: () => void): Record<string, number> {
  const before = parseMetrics(metricsText());
  happening();
  const grown = [...parseMetrics(metricsText())].flatMap(([series, value]): [string, number][] => {
    const [, provider, state] = SERIES.exec(series) ?? [];
    const more = value - (before.get(series) ?? 0);
    return provider === undefined || more === 0 ? [] : [[`${provider} ${state}`, more]];
  });
  return Object.fromEntries(grown);
}
const open = (orderId: string, provider: ProviderCode = "so") => countOpened({ ...makeOrder({ provider }), orderId });

it("an order counts once in each state that it reaches, however often that is seen", () => {
  const seen: OrderScreenKind[] = ["unpaid", "declined", "waiting", "declined", "granting", "success", "success"];
  expect(
    counted(() => {
      open("ord_1");
      open("ord_1");
      for (const kind of seen) countState("ord_1", kind);
      countGivenUp("ord_1", true);
    }),
  ).toEqual({ "so opened": 1, "so declined": 1, "so paid": 1 });
});

it.each(["cancelled", "expired", "review", "refunded"] as const)("an order that is %s is told as such", (state) => {
  expect(
    counted(() => {
      open("ord_1", "pd");
      countState("ord_1", state);
    }),
  ).toEqual({ "pd opened": 1, [`pd ${state}`]: 1 });
});

it("an order that another copy has opened is counted there", () => {
  expect(
    counted(() => {
      countState("ord_1", "success");
      countGivenUp("ord_1", true);
    }),
  ).toEqual({});
});

it("an order that nobody finishes is told apart from one of which nobody knows", () => {
  expect(
    counted(() => {
      open("ord_1");
      countGivenUp("ord_1", true);
      open("ord_2");
      countGivenUp("ord_2", false);
    }),
  ).toEqual({ "so opened": 2, "so unfinished": 1, "so unknown": 1 });
});

it("an order that is paid after it was given up is paid", () => {
  expect(
    counted(() => {
      open("ord_1");
      countGivenUp("ord_1", true);
      countState("ord_1", "success");
    }),
  ).toEqual({ "so opened": 1, "so unfinished": 1, "so paid": 1 });
});

it("a further attempt through another provider is that provider's", () => {
  expect(
    counted(() => {
      open("ord_1", "so");
      countState("ord_1", "declined");
      open("ord_1", "pd");
      countState("ord_1", "success");
    }),
  ).toEqual({ "so opened": 1, "so declined": 1, "pd opened": 1, "pd paid": 1 });
});
