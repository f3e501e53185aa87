import type { z } from "zod";
import type { commonParams } from "~/upstream/contract/catalogue";
import type { BotCheck } from "./bot-check";
import type { Catalogue } from "./catalogue/catalogue";
import type { Driver } from "./drivers/driver";
import type { LinkSigner } from "./links/signed-links";
import type { PaymentsLog } from "./log";
import type { Secrets } from "./secrets";
import type { Db, Tx } from "./store/database";

/** The dependencies of every part of the payments API. */
export interface Context {
  db: Db;
  links: LinkSigner;
  log: PaymentsLog;
  secrets: Secrets;
  /** Milliseconds since 1970. */
  now(): number;
  /** Aborted once the process is to end: rounds finish the piece in hand and begin no other. */
  stopping: AbortSignal;
  /** Where buyers and providers reach this API's own pages. */
  origin(): string;
  /** The site buyers come from and go back to. */
  siteOrigin: string;
  /** By the code of the provider, or of the store where an app sells. */
  drivers: ReadonlyMap<string, Driver>;
  checkBot: BotCheck;
  /** What is sold at present. Asked with the caller's transaction, where it has one. */
  catalogue(db: Db | Tx): Promise<Catalogue>;
  /** The country of a network address, ISO 3166-1 alpha-2; undefined: not known. */
  countryOf(address: string): Promise<string | undefined>;
  /** Whose prices are shown where it is not known; undefined: those without a country. */
  defaultCountry(): Promise<string | undefined>;
  /** What the site is told of the providers. */
  params(): z.input<typeof commonParams.answer>;
}
