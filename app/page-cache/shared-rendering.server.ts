import { AsyncLocalStorage } from "node:async_hooks";

/** The rendering of a page that the cache sends to everybody who made the same choices. */
interface SharedRendering {
  /** Nobody waits for it, so it waits for fresh answers of the payments API. */
  wantsFresh: boolean;
  /** When the oldest of the answers that it uses was given, in milliseconds since 1970. */
  answeredAt: number;
  /** Record for a visitor who is shown the page what its loaders would have recorded; `at`: when, in milliseconds since 1970. */
  events: ((request: Request, at: number) => void)[];
}

const renderings = new AsyncLocalStorage<SharedRendering>();

/** The shared rendering that the running code belongs to; undefined in visitors' own requests. */
export const sharedRendering = (): SharedRendering | undefined => renderings.getStore();

/** Renders a page for the cache. */
export async function renderShared(
  wantsFresh: boolean,
  render: () => Promise<Response>,
): Promise<{ response: Response; rendering: SharedRendering }> {
  const rendering: SharedRendering = { wantsFresh, answeredAt: Date.now(), events: [] };
  return { response: await renderings.run(rendering, render), rendering };
}
