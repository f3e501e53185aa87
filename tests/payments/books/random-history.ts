import fc from "fast-check";
import { syncAttempt } from "../../../payments/orders/advance";
import { RefundRefused, refundPartly, refundWhole } from "../../../payments/refunds/by-operator";
import { giveBackDue } from "../../../payments/refunds/outbox";
import { DAY, HOUR, type Sale, type Shop } from "../subscriptions/shop";

const ASKED = { by: "Kim", reason: "asked by mail" };

const minor = fc.integer({ min: 1, max: 600 });
const act = fc.oneof(
  fc.record({ what: fc.constant("renew" as const) }),
  fc.record({ what: fc.constant("refund" as const), minor }),
  fc.record({ what: fc.constant("refund all" as const) }),
  fc.record({ what: fc.constant("refund there" as const), minor, latest: fc.boolean() }),
  fc.record({ what: fc.constant("dispute" as const), minor, state: fc.constantFrom("open", "won", "lost") }),
);
/** What happens to some sales, one thing after the other. */
export const randomHistory = fc.array(fc.record({ sale: fc.nat({ max: 2 }), act }), { maxLength: 12 });

type Act = (typeof act extends fc.Arbitrary<infer One> ? One : never) & { minor?: number };

/** Somebody does one thing to a sale; then everybody has heard of it, and an hour has passed. */
export async function happen(shop: Shop, sale: Sale, one: Act): Promise<void> {
  shop.pass(HOUR);
  await ACTS[one.what](shop, sale, one);
  await hear(shop, sale);
  shop.pass(3 * HOUR);
  await giveBackDue(shop.context);
  await hear(shop, sale);
}

const money = (cents = 0) => ({ amount: cents / 100, currency: "USD" });

type Doing = (shop: Shop, sale: Sale, act: Act) => Promise<unknown> | undefined;

const ACTS: Readonly<Record<Act["what"], Doing>> = {
  renew: async (shop, { reference }) => {
    shop.pass(20 * DAY);
    shop.provider.charge(reference);
  },
  refund: ({ context }, { orderId }, { minor }) =>
    refundPartly(context, orderId, money(minor), ASKED).catch(unlessRefused),
  "refund all": ({ context }, { orderId }) => refundWhole(context, orderId, ASKED).catch(unlessRefused),
  "refund there": async ({ provider }, sale, act) => {
    const captureId = captureOf(provider, sale, "latest" in act && act.latest);
    provider.given.push({ captureId, money: money(act.minor) });
  },
  dispute: async ({ provider }, sale, act) => {
    if (!("state" in act)) return;
    const captureId = captureOf(provider, sale, false);
    const dispute = { captureId, disputeId: `dp_${sale.orderId}`, state: act.state, reason: "fraudulent" };
    const known = provider.disputes.get(dispute.disputeId)?.money;
    provider.disputes.set(dispute.disputeId, { ...dispute, money: known ?? money(act.minor), evidenceBy: undefined });
  },
};

function captureOf(provider: Shop["provider"], { attemptId, reference }: Sale, latest: boolean): string {
  const renewal = provider.booked(reference).renewals.at(-1);
  return latest && renewal ? renewal.captureId : `cap_${attemptId}`;
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof RefundRefused)) throw error;
}

async function hear(shop: Shop, { orderId, attemptId }: Sale): Promise<void> {
  const { db } = shop.context;
  const attempt = db.selectFrom("attempts").selectAll().where("id", "=", attemptId);
  await syncAttempt(shop.context, await attempt.executeTakeFirstOrThrow());
  await db.updateTable("subscriptions").set({ rung: 1 }).where("order_id", "=", orderId).execute();
  await shop.settle();
}
