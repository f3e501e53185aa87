import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Site } from "../site";

/** The message upon which a process ends that another one started. */
export const STOP = "stop";

/** How long a process stays for analytics when it ends. */
export const LAST_EVENTS_MS = 2_000;

const LONGEST_WAIT_MS = 10_000;
const IDLE_SWEEP_MS = 50;

/**
 * Says at once that it is not ready, goes on for DRAIN_MS so that load balancers see it and turn to others, then refuses new
 * requests, waits at most `waitMs` for those in flight, and runs `closeRest`.
 */
export async function stop(
  site: Site,
  server: Server,
  closeRest: () => Promise<void>,
  waitMs = LONGEST_WAIT_MS,
): Promise<void> {
  site.isStopping = true;
  // Who keeps its connection would otherwise send its next request just as the connection is closed.
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  await setTimeout(site.env.drainMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // server.close closes only connections that are idle now; those that become idle later are closed here.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  await Promise.race([closed, setTimeout(waitMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
  await closeRest();
}

/** Runs once; a second signal then ends the process the hard way. */
export function onStopSignal(run: () => Promise<void>): void {
  const once = () => {
    process.off("SIGTERM", once).off("SIGINT", once);
    run().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", once).on("SIGINT", once);
}
