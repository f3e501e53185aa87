import { randomUUID } from "node:crypto";
import type { ProviderReport } from "../../../payments/orders/reports/report";

/**
 * How a provider's webhooks arrive: at once; late; each twice; the last one first; or never, so that an order only
 * changes when the provider is asked.
 */
export const WEBHOOK_MODES = ["normal", "late", "twice", "reordered", "never"] as const;

export interface Webhooks {
  mode: (typeof WEBHOOK_MODES)[number];
  lateSeconds: number;
}

/** A provider's report, now or after some seconds. */
export interface Reported {
  report: ProviderReport;
  afterSeconds?: number;
  /** Replaces the new event id, for a repeated delivery. */
  eventId?: string;
}

/** A report with the times from which the provider says so if asked, and of its webhook; null: no webhook. */
export interface Planned {
  eventId: string;
  report: ProviderReport;
  afterSeconds: number;
  webhookAfterSeconds: number | null;
}

/** The deliveries of reports under the webhook settings; those with equal times are delivered in this order. */
export function deliveriesOf(reports: readonly Reported[], { mode, lateSeconds }: Webhooks): Planned[] {
  const planned = reports.map(asTheyHappen);
  switch (mode) {
    case "normal":
      return planned;
    case "late":
      return planned.map((one) => ({ ...one, webhookAfterSeconds: one.afterSeconds + lateSeconds }));
    case "twice":
      return planned.flatMap((one) => [one, one]);
    case "never":
      return planned.map((one) => ({ ...one, webhookAfterSeconds: null }));
    case "reordered":
      return lastWordFirst(planned);
  }
}

function asTheyHappen({ report, afterSeconds = 0, eventId = randomUUID() }: Reported): Planned {
  return { eventId, report, afterSeconds, webhookAfterSeconds: afterSeconds };
}

const isFinal = ({ report: { type } }: Planned): boolean => type !== "action_required" && type !== "processing";

function lastWordFirst(planned: readonly Planned[]): Planned[] {
  const last = planned.findLast(isFinal);
  if (!last) return [...planned];
  const before = planned.filter((one) => one !== last);
  const older = before.length > 0 ? before : [asTheyHappen({ report: { type: "processing" } })];
  return [last, ...older.map((one) => ({ ...one, webhookAfterSeconds: last.afterSeconds }))];
}
