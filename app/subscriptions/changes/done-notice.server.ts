import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { SUBSCRIPTION_ACTIONS } from "~/upstream/contract/subscriptions";

/** What was just done, for the page after the redirect. */
const notice = z.object({
  /** See ownerName. */
  owner: z.string(),
  subscriptionId: z.string(),
  orderId: z.string().optional(),
  action: z.enum(SUBSCRIPTION_ACTIONS),
  /** When it was asked for; ISO 8601, as all moments here. */
  askedAt: z.string(),
  /** The end of what is paid. */
  endsAt: z.string().optional(),
  /** Where the confirmation goes, partly hidden. */
  emailHint: z.string().optional(),
});
export type DoneNotice = z.output<typeof notice>;

/** After this time the notice is not shown, in case the address was kept. */
const SHOWN_MS = 60 * 60_000;
const sealed = z.object({ notice, at: z.number().int() });

/** Sealed, so that nobody can forge an address with a notice, and no log shows whom it is about. */
export const sealNotice = (done: DoneNotice): Promise<string> => seal("done", { notice: done, at: Date.now() });

/** The notice in an address; undefined where there is none of ours, or it is an hour old. */
export async function readNotice(request: Request): Promise<DoneNotice | undefined> {
  const text = new URL(request.url).searchParams.get("done");
  const found = text === null ? undefined : await unseal("done", sealed, text);
  return found !== undefined && Date.now() - found.at < SHOWN_MS ? found.notice : undefined;
}
