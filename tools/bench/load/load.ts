import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { z } from "zod";
import { cpuOf } from "../processes/usage";
import type { LoadOrder } from "./order";

const result = z.object({
  views: z.number(),
  seconds: z.number(),
  bytes: z.number(),
  statuses: z.record(z.string(), z.number()),
});

/** A server that is loaded: one page of it, or several in turn. */
export interface Target extends Pick<LoadOrder, "origin" | "paths"> {
  /** The group of its processes. */
  group: number;
  headers?: Record<string, string>;
}

export interface Loaded extends z.output<typeof result> {
  /** Views that got the page. */
  shown: number;
  /** Pages that were shown. */
  viewsPerSecond: number;
  /** Of all answers. */
  shownShare: number;
  bytesPerView: number;
  /** Seconds of the server's CPU time for a page that was shown: what turning others away costs is part of it. */
  cpuPerView: number;
}

export interface Generator {
  /** @throws NoPage, unless visitors may be turned away */
  load(target: Target, how: How): Promise<Loaded>;
  close(): void;
}

interface How extends Pick<LoadOrder, "connections" | "ends"> {
  mayTurnAway?: boolean;
}

/** An answer was no page. */
export class NoPage extends Error {
  constructor(
    what: string,
    readonly statuses: readonly string[],
  ) {
    super(`${what} ${statuses}`);
  }
}

/** Connections in most measurements. */
export const CONNECTIONS = 16;

export function startGenerator(): Generator {
  const child = fork(resolve(import.meta.dirname, "generator.ts"), { execArgv: ["--import", "tsx"] });
  return {
    load: (target, how) => load(child, target, how),
    close: () => child.disconnect(),
  };
}

async function load(
  child: ChildProcess,
  { group, origin, paths, headers = {} }: Target,
  { mayTurnAway = false, ...how }: How,
): Promise<Loaded> {
  const before = await cpuOf(group);
  const order: LoadOrder = { origin, paths, headers, ...how };
  child.send(order);
  const [told]: unknown[] = await once(child, "message");
  const cpu = (await cpuOf(group)) - before;
  const loaded = result.parse(told);
  const { views, seconds, bytes, statuses } = loaded;
  const { 200: shown = 0 } = statuses;
  if (shown !== views && !mayTurnAway) throw new NoPage(`${origin}${paths[0]} answered with`, Object.keys(statuses));
  const perSecond = { viewsPerSecond: shown / seconds, shownShare: shown / views };
  return { ...loaded, shown, ...perSecond, bytesPerView: bytes / views, cpuPerView: cpu / shown };
}
