import { z } from "zod";
import type { Context } from "../../context";
import { loadOrder } from "../../store/orders";
import { type Act, OperatorError } from "../act";
import { end, refund } from "../change-order";
import { replay, resend } from "../send-again";
import { again, done } from "../todo";

/** What the fields of an act's form may have; others are left out. */
export const wanted = z.object({
  order: z.string().optional(),
  amount: z.string().trim().optional(),
  kind: z.string().optional(),
  about: z.string().optional(),
});
export type Wanted = z.output<typeof wanted>;

interface PageAct {
  title: string;
  /** @throws OperatorError */
  prepare(context: Context, wanted: Wanted): Promise<Act>;
}

/** The commands that the page has, by the last part of their addresses. Addresses of buyers stay masked. */
const ACTS: Readonly<Record<string, PageAct>> = {
  refund: {
    title: "Refund",
    prepare: (context, { order: of = "", amount }) => refund(context, { of, amount: amount || undefined, show: false }),
  },
  end: {
    title: "End the renewals",
    prepare: (context, { order: of = "" }) => end(context, { of, show: false }),
  },
  resend: {
    title: "Send again",
    prepare: (context, { order: of = "", kind = "" }) => resend(context, { of, kind, show: false }),
  },
  replay: {
    title: "Tell the VPN again",
    prepare: (context, { order, about }) => (about ? replay(context, about) : replayAccountOf(context, order)),
  },
  again: { title: "Try again", prepare: (context, { about = "" }) => again(context, about) },
  done: { title: "A declaration is done", prepare: (context, { about = "" }) => done(context, about) },
};

/** @throws OperatorError */
export function actNamed(name: string): PageAct {
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined) throw new OperatorError("There is no such page.");
  return act;
}

/** The account that an order is for: of a user, or of the buyer's address. @throws OperatorError */
async function replayAccountOf(context: Context, orderId = ""): Promise<Act> {
  const stored = await loadOrder(context.db, orderId);
  if (stored === undefined) throw new OperatorError("There is no such order.");
  const act = await replay(context, stored.row.user_id?.toString() ?? stored.row.email);
  return { ...act, orderId };
}
