import { type Whereabouts, whereabouts } from "~/upstream/contract/deadlines";
import type { Db, Tx } from "../store/database";
import type { OrderRow } from "./tables";

/** What an order tells of where its buyer is. */
export type PlaceFacts = Pick<OrderRow, "country_code" | "time_zone">;

export const buyerPlace = ({ country_code, time_zone }: PlaceFacts): Whereabouts =>
  whereabouts(country_code, time_zone);

export const placeFactsOf = (db: Db | Tx, orderId: string): Promise<PlaceFacts> =>
  db.selectFrom("orders").select(["country_code", "time_zone"]).where("id", "=", orderId).executeTakeFirstOrThrow();
