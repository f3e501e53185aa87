import { z } from "zod";
import type { Books } from "./books";

/**
 * How webhooks are sent: normal, each twice, or never. Held ones wait until they are released: then they are late, in the order in which
 * they happened or the other way round.
 */
export const WEBHOOK_MODES = ["normal", "twice", "never", "held", "held_reversed"] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export interface SentWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a body by the provider's scheme. */
export type Sign = (body: string, event: string) => Readonly<Record<string, string>>;

/** Providers try for days; who is away longer than this asks by themselves. */
const RETRY_AFTER_MS = [200, 500, 1_000, 2_000, 5_000, 10_000, 30_000];

const row = z.object({ event: z.string(), body: z.string() });

export class Webhooks {
  mode: WebhookMode = "normal";
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(
    readonly books: Books,
    readonly sign: Sign,
    /** Undefined: they are only written down. */
    readonly url: string | undefined,
  ) {}

  /** Something has happened. */
  add(event: string, kind: string, body: object): void {
    this.books.run("insert into webhooks (event, kind, body) values (?, ?, ?)", event, kind, JSON.stringify(body));
    if (this.mode === "normal" || this.mode === "twice") this.release();
  }

  /** Sends what has not been sent. */
  release(): void {
    if (this.mode === "never") return;
    const waiting = this.books.rows(row, "select event, body from webhooks where sent = 0 order by rowid");
    for (const { event, body } of this.mode === "held_reversed" ? waiting.toReversed() : waiting) {
      this.books.run("update webhooks set sent = 1 where event = ?", event);
      for (let copies = this.mode === "twice" ? 2 : 1; copies > 0; copies--) void this.#send(event, body);
    }
  }

  /** All that there were, signed now, oldest first. */
  all(): SentWebhook[] {
    const written = this.books.rows(row, "select event, body from webhooks order by rowid");
    return written.map(({ event, body }) => ({ body, headers: this.sign(body, event) }));
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #send(event: string, body: string, attempt = 0): Promise<void> {
    if (this.url === undefined) return;
    const headers = { "content-type": "application/json", ...this.sign(body, event) };
    const isTaken = await fetch(this.url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    const wait = RETRY_AFTER_MS[attempt];
    if (isTaken || wait === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#send(event, body, attempt + 1);
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }
}
