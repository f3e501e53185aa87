import type { Api } from "../../rig/apis/api";
import type { Score } from "../../rig/score";
import type { Nginx } from "../engines/nginx";
import type { Postgres } from "../engines/postgres";

/** What copies sell through: a payments API beside each of them, all on one database of their own and, through nginx, at one address. */
export interface Shop {
  /** For people, and the name of its database. */
  readonly name: string;
  readonly api: Api;
  /** What a copy is told of it, beside the port where its payments API listens: in the variable of that name. */
  readonly variables: Readonly<Record<string, string>>;
  readonly portVariable: "SANDBOX_PORT" | "PAYMENTS_PORT";
  /** Counts what the providers' own books say, once all is settled. @param served e-mail addresses of buyers who have seen that it worked */
  countMoney?(score: Score, served: readonly string[]): Promise<void>;
  /** Once no copy runs. */
  close?(): Promise<void>;
}

/** What stands before and behind a shop's payments APIs. */
export interface Around {
  nginx: Nginx;
  postgres: Postgres;
}
/** All shops that a fleet sells through, one after the other. */
export type Shops = readonly [Shop, ...Shop[]];
