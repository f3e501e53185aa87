import { z } from "zod";
import type { faultSchema } from "../../sandbox/faults/fault";
import type { Addresses } from "./running-site";

const lab = ({ sandbox }: Addresses): string => `${sandbox}/control/faults.json`;

/**
 * From now on this is wrong with the payments API. A site that others share gets only faults that `match` one buyer. One that has to be
 * seen on a page is set without `times`, which any other call of that buyer may use up, and taken back once it was seen.
 */
export async function setFault(addresses: Addresses, fault: z.input<typeof faultSchema>): Promise<void> {
  const headers = { "content-type": "application/json" };
  const { status } = await fetch(lab(addresses), { method: "POST", headers, body: JSON.stringify(fault) });
  if (status !== 200) throw new Error(`the fault was answered with ${status}`);
}

const listed = z.object({
  faults: z.array(z.object({ id: z.number(), match: z.string(), times: z.number().nullable() })),
});

/** The faults that wait for one buyer's calls. */
export async function faultsOf(addresses: Addresses, match: string) {
  const response = await fetch(lab(addresses));
  return listed.parse(await response.json()).faults.filter((fault) => fault.match === match);
}

/** For one buyer all is well again. */
export async function takeBackFaults(addresses: Addresses, match: string): Promise<void> {
  for (const { id } of await faultsOf(addresses, match))
    await fetch(`${lab(addresses)}?id=${id}`, { method: "DELETE" });
}
