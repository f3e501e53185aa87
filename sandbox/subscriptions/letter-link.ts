import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { accountFor } from "../accounts";
import { signedLinkTo } from "../app-link";
import type { Context } from "../context";
import type { Tx } from "../store/database";

/** A signed link to a page of the site, for a letter to an address that has bought. */
export async function linkFor(context: Context, tx: Tx, email: string, path: string): Promise<string> {
  const { user_id: userId } = await accountFor(tx, { email, now: context.now() });
  return signedLinkTo(context, path, { userId, appId: DEFAULT_APP_ID });
}
