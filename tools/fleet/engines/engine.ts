import type { Guard } from "./guard";

/** Where an engine keeps its files, and who ends it. */
export interface Place {
  folder: string;
  guard: Guard;
}

/** Engines listen here only. */
export const LOOPBACK = "127.0.0.1";
