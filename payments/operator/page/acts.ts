import { z } from "zod";
import type { Context } from "../../context";
import type { StoredOrder } from "../../store/orders";
import type { Act } from "../act";
import { end, refund } from "../change-order";
import { replay, resend } from "../send-again";

/** What the fields of an act's form may have; others are left out. */
export const wanted = z.object({
  amount: z.string().trim().optional(),
  kind: z.string().optional(),
  about: z.string().optional(),
});
type Wanted = z.output<typeof wanted>;

interface PageAct {
  title: string;
  /** @throws OperatorError */
  prepare(context: Context, order: StoredOrder, wanted: Wanted): Promise<Act>;
}

/** What can be done to an order, by the last part of its page's address. Addresses stay masked. */
const ACTS: Readonly<Record<string, PageAct>> = {
  refund: {
    title: "Refund",
    prepare: (context, { row }, { amount }) =>
      refund(context, { of: row.id, amount: amount === "" ? undefined : amount, show: false }),
  },
  end: {
    title: "End the renewals",
    prepare: (context, { row }) => end(context, { of: row.id, show: false }),
  },
  resend: {
    title: "Send again",
    prepare: (context, { row }, { kind = "" }) => resend(context, { of: row.id, kind, show: false }),
  },
  replay: {
    title: "Tell the VPN again",
    prepare: (context, { row }, { about }) => replay(context, about || (row.user_id?.toString() ?? row.email)),
  },
};

export const actNamed = (name: string): PageAct | undefined => (Object.hasOwn(ACTS, name) ? ACTS[name] : undefined);
