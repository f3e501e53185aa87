import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type AttemptState, DECLINE_BUCKETS } from "~/upstream/contract/purchase-result";
import { inSale } from "../../payments/catalogue/sale";
import type { Context } from "../../payments/context";
import type { ProviderReport } from "../../payments/orders/reports/report";
import type { AttemptRow } from "../../payments/orders/tables";
import { captured, deliver } from "../providers/reports/deliver";
import { asProviderKnows } from "../providers/reports/due-reports";
import type { Reported } from "../providers/reports/webhooks";

/** The form field for a pending payment's later outcome. Not a property: `then` would make the result a thenable. */
const AFTERWARDS = "then";

/** The fields of the hosted form: the pressed button and its options. */
const fields = z.object({
  outcome: z.enum([
    "approve",
    "decline",
    "challenge",
    "pending",
    "cancel",
    "pass",
    "fail",
    "abandon",
    "approve_and_stay",
    "approve_late",
    "approve_repeatedly",
    "reordered",
    "approve_twice",
    "cancel_then_charge",
    "wrong_amount",
  ]),
  bucket: z.enum(DECLINE_BUCKETS).catch("bank_declined"),
  seconds: z.coerce.number().int().min(0).max(3600).catch(3),
  [AFTERWARDS]: z.enum(["approve", "decline"]).catch("approve"),
});

export const outcomeForm = fields.transform(({ [AFTERWARDS]: afterwards, ...others }) => ({ ...others, afterwards }));
type OutcomeForm = z.output<typeof outcomeForm>;
export type Outcome = OutcomeForm["outcome"];

/** The status that the browser gets, which may be ahead of the provider's webhook. */
export const saidOf = ({ outcome }: OutcomeForm, attempt: AttemptRow): AttemptState =>
  outcome === "approve_late" && attempt.state === "processing" ? "succeeded" : attempt.state;

const CHALLENGE_OUTCOMES: readonly Outcome[] = ["pass", "fail", "abandon"];

/** Ends a session with the buyer's choice; one that no longer waits for the buyer stays as it is. */
export async function decideSession(context: Context, attempt: AttemptRow, form: OutcomeForm): Promise<void> {
  await inSale(context, async (sale) => {
    const { tx, now } = sale;
    const row = await tx.selectFrom("attempts").selectAll().where("id", "=", attempt.id).executeTakeFirstOrThrow();
    const { state } = await asProviderKnows(tx, row, now);
    const isAnswer = CHALLENGE_OUTCOMES.includes(form.outcome);
    if (state !== (isAnswer ? "needs_action" : "sent")) return;
    await deliver(sale, attempt, outcomeReports(attempt, form));
  });
}

function outcomeReports(attempt: AttemptRow, { outcome, bucket, seconds, afterwards }: OutcomeForm): Reported[] {
  const approved = { report: captured(attempt) };
  const declined: ProviderReport = { type: "declined", bucket };
  switch (outcome) {
    case "approve":
    case "approve_and_stay":
    case "pass":
      return [approved];
    case "decline":
      return [{ report: declined }];
    case "fail":
      return [{ report: { type: "declined", bucket: "auth_failed" } }];
    case "challenge":
      return [{ report: { type: "action_required" } }];
    case "cancel":
    case "abandon":
      return [{ report: { type: "abandoned" } }];
    case "pending": {
      const report = afterwards === "approve" ? captured(attempt) : declined;
      return [{ report: { type: "processing" } }, { report, afterSeconds: seconds }];
    }
    case "approve_late":
      return [{ report: { type: "processing" } }, { ...approved, afterSeconds: seconds }];
    case "reordered":
      return [{ report: declined }, { report: { type: "processing" } }, approved];
    case "approve_repeatedly": {
      const repeated = { ...approved, eventId: randomUUID() };
      return [repeated, repeated, { report: { type: "processing" } }, { report: declined }];
    }
    case "approve_twice":
      return [approved, { report: captured(attempt, "second") }];
    case "cancel_then_charge":
      return [{ report: { type: "abandoned" } }, { ...approved, afterSeconds: seconds }];
    case "wrong_amount":
      return [{ report: captured({ ...attempt, amount: attempt.amount + 1 }) }];
  }
}
