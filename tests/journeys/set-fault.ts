import type { z } from "zod";
import type { faultSchema } from "../../sandbox/faults/fault";
import type { Addresses } from "./running-site";

/** From now on this is wrong with the payments API. A site that others share gets only faults that `match` one buyer. */
export async function setFault({ sandbox }: Addresses, fault: z.input<typeof faultSchema>): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(fault);
  const { status } = await fetch(`${sandbox}/control/faults.json`, { method: "POST", headers, body });
  if (status !== 200) throw new Error(`the fault was answered with ${status}`);
}
