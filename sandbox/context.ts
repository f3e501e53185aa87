import type { Secrets } from "./secrets";
import type { LinkSigner } from "./signed-links";
import type { Db } from "./store/database";

export interface SandboxLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What every part of the sandbox works with. */
export interface Context {
  db: Db;
  links: LinkSigner;
  log: SandboxLog;
  secrets: Secrets;
  /** Purchases know neither keys nor live orders: each call is a new order at the price of the API. See bare/. */
  isBare: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Where the sandbox itself is reached. */
  origin(): string;
  /** The site buyers come from and go back to. */
  siteOrigin: string;
}
