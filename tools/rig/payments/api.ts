import { z } from "zod";
import type { StandIns } from "../../stand-ins/start-all";
import type { Api, KnownOrder, Press, Selling } from "../apis/api";
import { gatherEvidence, type Rows } from "./evidence";
import type { Receiver } from "./receiver";

/** What stands around a payments API. */
export interface World {
  standIns: StandIns;
  receiver: Receiver;
  rows: Rows;
  /** Where providers reach it. */
  origin: string;
  /** With which it was started, so that its commands can be run beside it. */
  variables: Readonly<Record<string, string>>;
}

const press = (outcome: string): Press => ({ outcome });
const PAY = press("pay");

/** As people pay at the providers: mostly at once, some at the second try, some by money that takes its time. */
const HABITS: Selling["habits"] = [
  [PAY],
  [PAY],
  [PAY],
  [press("decline"), PAY],
  [press("challenge"), press("challenge_pass"), PAY],
  [press("cancel"), PAY],
  [press("pending"), PAY],
];

/** Our own payments API with its providers' books. What is wrong with money shows at the end only: some of it may still have to go back. */
export const paymentsApi = (world: Pick<World, "standIns" | "receiver" | "rows">): Api => ({
  providers: ["so", "ps", "pd"],
  pays: PAY,
  habits: HABITS,
  ordersOf: (email) => ordersOf(world, email),
  faultsOf: async () => [],
});

const found = z.object({ id: z.string(), state: z.string() });
const ofOrder = z.object({ order_id: z.string() });

async function ordersOf(
  { standIns, receiver, rows }: Pick<World, "standIns" | "receiver" | "rows">,
  email: string,
): Promise<KnownOrder[]> {
  const named = `'${email.toLowerCase().replaceAll("'", "''")}'`;
  const { taken, given, attempts, grants } = await gatherEvidence(standIns, receiver, rows);
  // After the grants: an order that is read before may have got its own meanwhile.
  const orders = z.array(found).parse(await rows(`select id, state from orders where email = ${named}`));
  const of = `order_id in (select id from orders where email = ${named})`;
  const events = z.array(ofOrder).parse(await rows(`select order_id from events where ${of}`));
  return orders.map(({ id, state }) => {
    const mine = attempts.filter(({ order_id }) => order_id === id);
    const charges = taken.filter(({ attempt }) => mine.some((one) => one.id === attempt));
    const isBack = (capture: string) => given.some((one) => one.capture === capture);
    return {
      state,
      attempts: mine,
      charges: charges.map(({ capture }) => ({ state: isBack(capture) ? "refunded" : "kept" })),
      grants: grants.filter(({ order_id }) => order_id === id),
      events: events.filter(({ order_id }) => order_id === id),
    };
  });
}
