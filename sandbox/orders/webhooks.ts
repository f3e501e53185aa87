import { randomUUID } from "node:crypto";
import type { ProviderReport } from "./report";

/**
 * How a provider's webhooks arrive: as they happen; late; each twice; the last word first and what led to it after it; or
 * not at all, so that an order moves only when the provider is asked.
 */
export const WEBHOOK_MODES = ["normal", "late", "twice", "reordered", "never"] as const;

export interface Webhooks {
  mode: (typeof WEBHOOK_MODES)[number];
  lateSeconds: number;
}

/** What a provider reports, at once or later. */
export interface Reported {
  report: ProviderReport;
  afterSeconds?: number;
  /** Overrides the fresh event id: the same delivery again. */
  eventId?: string;
}

/** A report with the moment from which the provider would say so, and that of its webhook; null: none comes. */
export interface Planned {
  eventId: string;
  report: ProviderReport;
  afterSeconds: number;
  webhookAfterSeconds: number | null;
}

/** What becomes of a provider's reports on their way, in the order they are delivered where their moment is the same. */
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
