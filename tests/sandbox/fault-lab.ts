import { z } from "zod";
import type { EndpointName } from "~/upstream/contract/endpoints";
import type { FaultKind } from "../../sandbox/faults/fault";
import type { Target } from "../../tools/contract/client";

/** What a script sends; what it leaves out has its default. */
export interface WantedFault {
  call?: EndpointName | "all";
  kind?: FaultKind;
  moment?: "before" | "after";
  latency_min_ms?: number;
  latency_max_ms?: number;
  retry_after?: number;
  match?: string;
  times?: number;
}

const listed = z.object({
  faults: z.array(z.object({ id: z.number(), kind: z.string(), times: z.number().nullable() })),
});

/** Sets faults, as a script does. @returns all that are set then */
export async function setFaults({ base }: Target, ...faults: WantedFault[]) {
  const response = await fetch(`${base}/control/faults.json`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(faults),
  });
  if (response.status !== 200) throw new Error(`fault refused: ${await response.text()}`);
  return listed.parse(await response.json()).faults;
}

export async function faultsOf({ base }: Target) {
  return listed.parse(await (await fetch(`${base}/control/faults.json`)).json()).faults;
}
