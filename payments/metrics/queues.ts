import { WAITS_FOR_A_PERSON } from "../operator/for-a-person/in-review";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Opening a payment takes seconds. */
const OPENING_MS = 60_000;

interface Asked {
  now: number;
  /** The codes of the providers that are set up and have books. */
  bookKeepers: readonly string[];
}

/** Rows of a table that somebody should know of. */
interface Queue {
  /** `waiting`: done by itself, sooner or later. `given_up`: nothing is done about it unless a person looks. `due`: it has a date. */
  kind: "waiting" | "given_up" | "due";
  name: string;
  table: string;
  /** The column that says since when, or until when; milliseconds since 1970. */
  at: string;
  /**
   * Each has an index, so that what waits is found however many rows there are. Where that is a partial one, its own condition has to
   * stand here word for word.
   */
  where: (asked: Asked) => string;
}

/** What gauges tell of the database. A table that somebody has to look after gets its line here, and nothing more. */
export const QUEUES = [
  {
    kind: "waiting",
    name: "webhooks",
    table: "hook_events",
    at: "received_at",
    where: () => "state = 'waiting'",
  },
  {
    kind: "waiting",
    name: "refunds_due",
    table: "refunds",
    at: "noted_at",
    where: () => "state in ('due', 'sent') and state = 'due'",
  },
  {
    kind: "waiting",
    name: "refunds_sent",
    table: "refunds",
    at: "noted_at",
    where: () => "state in ('due', 'sent') and state = 'sent'",
  },
  {
    kind: "waiting",
    name: "entitlement_events",
    table: "entitlement_events",
    at: "created_at",
    where: () => "state = 'waiting'",
  },
  { kind: "waiting", name: "mails", table: "mails", at: "written_at", where: () => "state = 'queued'" },
  {
    kind: "waiting",
    name: "subscription_orders",
    table: "subscription_orders",
    at: "ordered_at",
    where: () => "state = 'due'",
  },
  { kind: "waiting", name: "store_reports", table: "store_reports", at: "noted_at", where: () => "state = 'waiting'" },
  // Made, and nobody knows whether its provider has opened it.
  {
    kind: "waiting",
    name: "unknown_attempts",
    table: "attempts",
    at: "created_at",
    where: ({ now }) =>
      `state in ('created', 'processing') and state = 'created' and opening is not null and created_at < ${now - OPENING_MS}`,
  },
  // Bank transfers take days.
  {
    kind: "waiting",
    name: "processing_attempts",
    table: "attempts",
    at: "created_at",
    where: () => "state in ('created', 'processing') and state = 'processing'",
  },
  // Paid, and nothing granted yet.
  { kind: "waiting", name: "ungranted_orders", table: "orders", at: "created_at", where: () => "state = 'granting'" },
  // Days that could be compared with a provider's books. Those of one that is not set up any more are compared by nobody.
  {
    kind: "waiting",
    name: "reconciliations",
    table: "reconciliations",
    at: "complete_at",
    where: ({ now, bookKeepers }) =>
      `state = 'due' and complete_at < ${now} and driver in (${["", ...bookKeepers].map((code) => `'${code}'`).join()})`,
  },
  // Of the last month: older ones were looked at, or never will be.
  {
    kind: "given_up",
    name: "book_differences",
    table: "reconciliation_differences",
    at: "at",
    where: ({ now }) => `at > ${now - 30 * DAY_MS}`,
  },
  { kind: "given_up", name: "refunds", table: "refunds", at: "noted_at", where: () => "state = 'failed'" },
  {
    kind: "given_up",
    name: "entitlement_events",
    table: "entitlement_events",
    at: "created_at",
    where: () => "state = 'failed'",
  },
  // Of providers, asked about in vain for three days.
  { kind: "given_up", name: "webhooks", table: "hook_events", at: "received_at", where: () => "state = 'failed'" },
  // Within the last day: an address that is none stays one.
  {
    kind: "given_up",
    name: "mails",
    table: "mails",
    at: "written_at",
    where: ({ now }) => `state = 'failed' and next_try_at > ${now - DAY_MS}`,
  },
  { kind: "given_up", name: "store_reports", table: "store_reports", at: "noted_at", where: () => "state = 'refused'" },
  { kind: "given_up", name: "review_orders", table: "orders", at: "created_at", where: () => WAITS_FOR_A_PERSON },
  // Of those whose evidence is still wanted.
  {
    kind: "due",
    name: "dispute_evidence",
    table: "disputes",
    at: "evidence_by",
    where: () => "state = 'open' and evidence_by is not null",
  },
  // Somebody cancelled or withdrew without proof of a contract.
  { kind: "due", name: "declarations", table: "declarations", at: "act_by", where: () => "done_at is null" },
  {
    kind: "due",
    name: "store_reports",
    table: "store_reports",
    at: "due_at",
    where: () => "state in ('waiting', 'refused')",
  },
  // As isNearDue of store-reports/due.ts has it.
  {
    kind: "due",
    name: "store_reports_near",
    table: "store_reports",
    at: "due_at",
    where: ({ now }) => `state in ('waiting', 'refused') and ${now} >= due_at - (due_at - noted_at) / 4`,
  },
] as const satisfies readonly Queue[];
