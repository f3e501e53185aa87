import type { SandboxLog } from "../sandbox/sandbox-log";
import type { Secrets } from "./secrets";
import type { LinkSigner } from "./signed-links";
import type { Db } from "./store/database";

/** The dependencies of every part of the sandbox. */
export interface Context {
  db: Db;
  links: LinkSigner;
  log: SandboxLog;
  secrets: Secrets;
  /** Purchases ignore keys and open orders: each call is a new order at the API's price. See bare/. */
  isBare: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Where buyers reach the sandbox's pages. */
  origin(): string;
  /** The site buyers come from and go back to. */
  siteOrigin: string;
}
