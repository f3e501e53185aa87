import fc from "fast-check";
import { expect, it } from "vitest";
import { SUBSCRIPTION_ACTIONS, type SubscriptionAction, subscriptionChange } from "~/upstream/contract/subscriptions";
import { send } from "../../../tools/contract/client";
import { openWorld, type World } from "../machine/world";
import { changing, control, mailsTo, only, recordsOf, type Subscriber, subscriber } from "../subscriber";

/** What may happen to a subscription; each is sent as often at once as `times` says. */
interface Happening {
  what: SubscriptionAction | "renew" | "fail" | "new card" | "refund" | "time" | "restart";
  times: number;
  /** The next one happens at the same time. */
  isTogether: boolean;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom(
    ...SUBSCRIPTION_ACTIONS,
    "renew",
    "fail",
    "new card",
    "time",
    "cancel",
    "resume",
    "refund",
    "restart",
  ),
  times: fc.integer({ min: 1, max: 3 }),
  isTogether: fc.boolean(),
});

const WEEK_S = 7 * 86_400;

/** A subscriber, and the path of the provider's page, which outlives a restart. */
interface Known {
  owner: Subscriber;
  page: string;
}

async function happen(world: World, { owner, page }: Known, { what }: Happening): Promise<void> {
  const target = world.target();
  switch (what) {
    case "cancel":
    case "resume":
    case "withdraw":
      await send(target, subscriptionChange, changing(owner, what));
      return;
    case "renew":
    case "fail":
      await control(target, owner.id, what);
      return;
    case "new card":
      await world.press(page, new URLSearchParams({ card: "accepted" }));
      return;
    case "refund":
      await world.refund(owner.orderId);
      return;
    case "time":
      world.pass(WEEK_S);
      return;
    case "restart":
      return;
  }
}

/** The mails that were written, by how their subjects begin. */
const mailsOf = async (world: World, owner: Subscriber) => ({
  receipts: await mailsTo(world.target(), owner, "Your receipt"),
  cancelled: await mailsTo(world.target(), owner, "Your subscription is canceled"),
  resumed: await mailsTo(world.target(), owner, "Your subscription continues"),
  withdrawn: await mailsTo(world.target(), owner, "We’ve received your withdrawal"),
  failed: await mailsTo(world.target(), owner, "We couldn’t renew your plan"),
});

/** Holds what was charged against what was granted, and what was written against what has happened. */
async function audit(world: World, owner: Subscriber): Promise<void> {
  const [record] = await recordsOf(world.target(), owner.email);
  const order = (await world.ledger()).find(({ id }) => id === owner.orderId);
  if (!record || !order) throw new Error("the subscription is lost");
  const { charges, period, state } = record;
  expect(
    charges.map((charge) => charge.period),
    "each period is charged once",
  ).toEqual(Array.from({ length: period - 1 }, (_, at) => at + 2));
  const kept = [...order.charges, ...charges].filter((charge) => charge.state === "kept").length;
  const isGivenBack = order.state === "refunded";
  expect(kept, `kept charges of one that is ${state}`).toBe(isGivenBack ? 0 : period);
  if (state === "withdrawn") expect(isGivenBack).toBe(true);
  const mails = await mailsOf(world, owner);
  expect(mails.receipts).toBe(period);
  expect(mails.withdrawn).toBe(state === "withdrawn" ? 1 : 0);
  const cancelledNow = mails.cancelled - mails.resumed;
  expect([0, 1], `${mails.cancelled} cancelled, ${mails.resumed} resumed`).toContain(cancelledNow);
  if (state === "active" || state === "past_due") expect(cancelledNow).toBe(0);
  if (state === "ending") expect(cancelledNow).toBe(1);
}

/** Those that begin together, in the order in which they were drawn. */
const groupsOf = (all: readonly Happening[]): Happening[][] =>
  all.reduce<Happening[][]>((groups, one, at) => {
    if (at > 0 && all[at - 1]?.isTogether) groups.at(-1)?.push(one);
    else groups.push([one]);
    return groups;
  }, []);

it("whatever happens to a subscription in whatever order and at once, each period is charged once and each change told once", async () => {
  const lives = fc.array(happening, { minLength: 1, maxLength: 14 });
  const property = fc.asyncProperty(lives, async (life) => {
    const world = await openWorld();
    try {
      const owner = await subscriber(world.target());
      const { manage_url = "" } = await only(world.target(), owner);
      const known = { owner, page: new URL(manage_url).pathname };
      for (const group of groupsOf(life)) {
        const all = group.flatMap((one) => Array.from({ length: one.what === "time" ? 1 : one.times }, () => one));
        await Promise.all(all.map((one) => happen(world, known, one)));
        if (group.some(({ what }) => what === "restart")) await world.restart();
        await audit(world, owner);
      }
    } finally {
      await world.close();
    }
  });
  await fc.assert(property, { numRuns: 400, interruptAfterTimeLimit: 20_000 });
});
