import { randomBytes } from "node:crypto";
import type { AttemptState } from "~/upstream/contract/purchase-result";
import { type Simulator, withQuery } from "./simulator";

/** The status words that this provider adds to the return address. */
const RETURN_STATUS: Record<AttemptState, string> = {
  created: "created",
  sent: "created",
  needs_action: "3ds_verify",
  processing: "processing",
  succeeded: "approved",
  declined: "declined",
  abandoned: "void_ok",
  errored: "processing",
};

/** A hosted payment page in the manner of Solidgate. */
export const so: Simulator = {
  name: "Sandbox card page",
  rights: {},
  newReference: () => `so_${randomBytes(12).toString("hex")}`,
  wayBack: ({ attempt, order }, said) => ({
    method: "get",
    address: withQuery(said === "abandoned" ? attempt.cancel_url : attempt.return_url, {
      order_id: order.id,
      transaction_id: attempt.reference,
      status: RETURN_STATUS[said],
    }),
  }),
};
