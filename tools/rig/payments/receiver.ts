import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { listen, originOf, stopListening } from "../../../payments/server/listen";
import { type Books, openBooks } from "../../stand-ins/books";

/** What the operator's own servers were told, in SQLite: each event once, by its id. */
const TABLES = `create table if not exists told (
  id text primary key, body text not null, user_id integer not null, sequence integer not null, type text not null,
  email text, order_id text not null, is_active integer not null, paid_until text not null)`;

const message = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    account: z.object({ user_id: z.int(), email: z.string().nullable() }),
    sequence: z.int(),
    paid_until: z.string(),
    is_active: z.boolean(),
    order_id: z.string(),
  }),
});

const LOOPBACK = "127.0.0.1";

/** The operator's servers, as docs/entitlements.md has them. */
export interface Receiver {
  readonly books: Books;
  readonly variables: Readonly<Record<string, string>>;
  /** Deliveries that were forged, or the same id with another body. */
  readonly mistakes: string[];
  /** The next event that is new is written down and gets no answer. Sent again it gets one: chance alone must not keep an account waiting. */
  loseAnswer(): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const books = openBooks(TABLES);
  const mistakes: string[] = [];
  let losesAnswer = false;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const taken = take(books, new Webhook(secret), Buffer.concat(parts).toString(), request.headers);
    if (taken.problem !== undefined) mistakes.push(taken.problem);
    if (losesAnswer && taken.isNew) {
      losesAnswer = false;
      return response.destroy();
    }
    response.writeHead(taken.problem === undefined ? 204 : 400).end();
  });
  await listen(server, { port: 0, host: LOOPBACK });
  return {
    books,
    mistakes,
    variables: {
      PAYMENTS_ENTITLEMENTS_URL: `${originOf(server, LOOPBACK)}/entitlements`,
      PAYMENTS_ENTITLEMENTS_SECRETS: secret,
    },
    loseAnswer: () => {
      losesAnswer = true;
    },
    close: async () => {
      server.closeAllConnections();
      await stopListening(server);
      books.close();
    },
  };
}

interface Taken {
  /** It was not known. */
  isNew: boolean;
  /** What is wrong with the delivery. */
  problem?: string;
}

function take(books: Books, webhook: Webhook, body: string, headers: NodeJS.Dict<string | string[]>): Taken {
  const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    webhook.verify(body, single);
  } catch {
    return { isNew: false, problem: `an entitlement was forged: ${body}` };
  }
  const { id, type, data } = message.parse(JSON.parse(body));
  const { account, sequence, order_id, is_active, paid_until } = data;
  const [known] = books.rows(z.object({ body: z.string() }), "select body from told where id = ?", id);
  if (known !== undefined)
    return known.body === body ? { isNew: false } : { isNew: false, problem: `${id} came with another body` };
  const facts = [account.user_id, sequence, type, account.email, order_id, is_active ? 1 : 0, paid_until] as const;
  books.run("insert into told values (?, ?, ?, ?, ?, ?, ?, ?, ?)", id, body, ...facts);
  return { isNew: true };
}
