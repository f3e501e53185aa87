import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import type { InvoiceOwner } from "~/upstream/contract/invoices";

/** "Sent to …" for one owner: it travels in the address, so that a reload shows it again and sends nothing. */
const notice = z.object({ userId: z.number().int(), email: z.string(), sentAt: z.number().int() });

/** A link that is kept does not speak of it for ever. */
const SHOWN_SECONDS = 600;
const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Sealed, so that an address cannot be made to say what was not done, and no log shows the e-mail. */
export const sentNotice = (owner: InvoiceOwner, email: string): Promise<string> =>
  seal("notice", { userId: owner.user_id, email, sentAt: nowInSeconds() });

/** The e-mail a receipt was just sent to. */
export async function readSentNotice(owner: InvoiceOwner, text: string | null): Promise<string | undefined> {
  const found = text === null ? undefined : await unseal("notice", notice, text);
  const isFresh = found !== undefined && nowInSeconds() - found.sentAt < SHOWN_SECONDS;
  return isFresh && found.userId === owner.user_id ? found.email : undefined;
}
