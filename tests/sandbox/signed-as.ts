import { z } from "zod";
import { signedLinkQuery } from "~/upstream/contract/signed-link";
import type { Target } from "../../tools/contract/client";

const signed = z.object({ address: z.url() });

/** The fields by which a purchase names an app's user and proves it: those of a link that the app opens for them. */
export async function signedAs({ base }: Target, user_id: number, more: object = {}) {
  const response = await fetch(`${base}/control/app-links`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user_id, ...more }),
  });
  const { searchParams } = new URL(signed.parse(await response.json()).address);
  const { sign_timestamp, sign } = signedLinkQuery.parse(Object.fromEntries(searchParams));
  return { user_id, sign_timestamp, sign };
}
