import { forOperator } from "../start-error";
import { STOP } from "../stop";

interface Started<Facts> {
  facts: Facts;
  close(): Promise<void>;
}

/**
 * Runs a payments API as the child of a site, see child-process.ts, and tells the site what it has to know, or why it did not start. Signals
 * of a terminal or a supervisor reach it, too, and are ignored: the site needs it until its last page is sent.
 */
export function reportStart<Facts>(start: () => Promise<Started<Facts>>): void {
  process.on("SIGTERM", () => {}).on("SIGINT", () => {});
  // The site is gone, however it ended.
  process.once("disconnect", () => process.exit());
  start().then(
    ({ facts, close }) => {
      process.on("message", (message) => {
        if (message === STOP) close().then(() => process.exit(0));
      });
      process.send?.({ started: facts });
    },
    (error: unknown) => void process.send?.({ problem: forOperator(error) }),
  );
}
