import { type Dispatcher, Pool } from "undici";
import type { LoadOrder, LoadResult } from "./order";

/** A process of its own that loads servers as it is told to by messages: what it costs is not taken from who asks. */

const pools = new Map<string, Pool>();

function poolFor({ origin, connections }: LoadOrder): Pool {
  const key = `${origin} ${connections}`;
  const kept = pools.get(key) ?? new Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 60_000 });
  pools.set(key, kept);
  return kept;
}

interface View {
  status: number;
  bytes: number;
}

const view = (pool: Pool, path: string, headers: Record<string, string>): Promise<View> =>
  new Promise((resolve) => {
    const seen: View = { status: 0, bytes: 0 };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_, status) => {
        seen.status = status;
      },
      onResponseData: (_, chunk) => {
        seen.bytes += chunk.length;
      },
      onResponseEnd: () => resolve(seen),
      onResponseError: () => resolve({ ...seen, status: 0 }),
    };
    pool.dispatch({ path, method: "GET", headers }, handler);
  });

async function load(order: LoadOrder): Promise<LoadResult> {
  const { paths, headers, connections, ends } = order;
  const pool = poolFor(order);
  const result: LoadResult = { views: 0, seconds: 0, bytes: 0, statuses: {} };
  const began = performance.now();
  let begun = 0;
  const mayGoOn = () => ("afterMs" in ends ? performance.now() - began < ends.afterMs : begun < ends.afterViews);
  const visit = async () => {
    while (mayGoOn()) {
      const { status, bytes } = await view(pool, paths[begun++ % paths.length] ?? "/", headers);
      result.views += 1;
      result.bytes += bytes;
      result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, visit));
  result.seconds = (performance.now() - began) / 1000;
  return result;
}

process.on("message", (order: LoadOrder) => {
  load(order).then((result) => process.send?.(result));
});
process.once("disconnect", () => process.exit(0));
