import type { Generated, Selectable } from "kysely";
import type { LetterKind } from "../../mails/letter";

/** Times are milliseconds since 1970. */
export interface MailTables {
  mails: MailsTable;
  order_letters: OrderLettersTable;
  /** When a mailbox was last written a kind of letter that it gets only so often; where each order has its own, its id follows. */
  last_letters: { kind: LetterKind; mailbox: string; at: number };
}

/** Mailbox and outbox: a mail to be sent by SMTP stays `queued` until a server has accepted it. */
interface MailsTable {
  id: Generated<number>;
  /** Null for a mail from before it was stored. */
  kind: LetterKind | null;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  /** The same as a document; null for a mail from before mails had one. */
  html: string | null;
  written_at: number;
  state: "queued" | "kept" | "sent" | "failed";
  tries: Generated<number>;
  next_try_at: number;
  /** Why the last try failed. */
  problem: string | null;
  /** Of the letter about an order that it carries. */
  letter_id: number | null;
}

/** Every letter about an order as it was written, which proves what its buyer was told. */
interface OrderLettersTable {
  id: Generated<number>;
  order_id: string;
  kind: LetterKind;
  language: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  html: string;
  /** SHA-256 of the plain text, in hex. */
  body_hash: string;
  written_at: number;
  /** When a mail server took it; null: none has, or that was before it was stored. */
  taken_at: number | null;
}

export type MailRow = Selectable<MailsTable>;
export type OrderLetter = Selectable<OrderLettersTable>;
