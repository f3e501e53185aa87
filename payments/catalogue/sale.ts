import type { Context } from "../context";
import type { Tx } from "../store/database";
import type { Catalogue } from "./catalogue";

/** A transaction with all that an order needs which advances in it. */
export interface Sale {
  tx: Tx;
  /** Of what was sold before it says nothing: see sold.ts. */
  catalogue: Catalogue;
  /** Milliseconds since 1970. */
  now: number;
}

export type Selling = Pick<Context, "db" | "catalogue" | "now">;

/** Runs in a transaction of its own. */
export const inSale = <T>(context: Selling, work: (sale: Sale) => Promise<T>): Promise<T> =>
  context.db.transaction().execute(async (tx) => work(await saleIn(context, tx)));

/** In the caller's transaction. */
export const saleIn = async ({ catalogue, now }: Omit<Selling, "db">, tx: Tx): Promise<Sale> => ({
  tx,
  catalogue: await catalogue(tx),
  now: now(),
});
