import { paymentsApi } from "../../rig/payments/api";
import { countMoney } from "../../rig/payments/count-money";
import { CATALOGUE } from "../../rig/payments/evidence";
import { startReceiver } from "../../rig/payments/receiver";
import { settle } from "../../rig/payments/trouble";
import { startStandIns } from "../../stand-ins/start-all";
import type { Around, Shops } from "./shop";

/** Banks decide at once about money that is on its way. */
const SETTLED_EVERY_MS = 1_000;

const NAME = "payments";

/**
 * On our own payments API. The stand-ins of the providers and the operator's servers live in this process, with their books, so nothing
 * that happens to copies happens to them.
 */
export async function paymentsShops({ nginx, postgres }: Around): Promise<Shops> {
  const origin = nginx.apiOrigin;
  const standIns = await startStandIns(origin);
  const receiver = await startReceiver();
  const world = { standIns, receiver, rows: (statement: string) => postgres.query(NAME, statement) };
  const settling = setInterval(() => settle(world, () => "paid"), SETTLED_EVERY_MS);
  return [
    {
      name: NAME,
      api: paymentsApi(world),
      variables: {
        ...standIns.variables,
        ...receiver.variables,
        PAYMENTS_CATALOGUE: CATALOGUE,
        PAYMENTS_ORIGIN: origin,
      },
      portVariable: "PAYMENTS_PORT",
      countMoney: (score, served) => countMoney(score, world, served),
      close: async () => {
        clearInterval(settling);
        await Promise.all([standIns.close(), receiver.close()]);
      },
    },
  ];
}
