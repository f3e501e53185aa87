import { z } from "zod";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import type { Target } from "../../tools/contract/client";
import { choose, type Ordered, order, result } from "./buyer";

type Receipts = NonNullable<PurchaseResult["receipts"]>;

/** An order that is paid. */
export async function paid(target: Target, changes: object = {}): Promise<Ordered> {
  const ordered = await order(target, changes);
  await choose(ordered.page, "approve");
  return ordered;
}

/** The first order of an address, paid, with the key to its buyer's receipts. */
export async function paidOrder(target: Target, changes: object = {}): Promise<Ordered & { receipts: Receipts }> {
  const ordered = await paid(target, changes);
  const { receipts } = await result(target, ordered);
  if (!receipts) throw new Error("a paid order came without the key to its receipts");
  return { ...ordered, receipts };
}

const mailbox = z.object({
  messages: z.array(
    z.object({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string().nullable(),
      state: z.string(),
      tries: z.number(),
      problem: z.string().nullable(),
    }),
  ),
});

/** What the sandbox has written to an address, newest first. */
export async function mailTo({ base }: Target, to: string) {
  const response = await fetch(`${base}/control/mailbox.json?to=${encodeURIComponent(to)}`);
  return mailbox.parse(await response.json()).messages;
}
