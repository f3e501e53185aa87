/** The rendering of a page that is kept for everybody with the same choices; see page-cache/. */
interface KeptRendering {
  /** Nobody waits for it, so it waits for fresh answers of the payments API. */
  wantsFresh: boolean;
  /** When the oldest of the answers that it uses was given, in milliseconds since 1970. */
  answeredAt: number;
  /** Tells for a visitor who is shown the page what its loaders would have told; `at`: when, in milliseconds since 1970. */
  tellings: ((request: Request, at: number) => void)[];
}

/** By the id of their request, which the page cache has made up. */
const underWay = new Map<string, KeptRendering>();

/** The rendering that a request's id belongs to; undefined for visitors' own requests. */
export const keptRenderingOf = (requestId: string | null): KeptRendering | undefined =>
  requestId === null ? undefined : underWay.get(requestId);

/** Runs a rendering, and gives back what was noted about it. @param requestId a new one */
export async function noteRendering<T>(
  requestId: string,
  wantsFresh: boolean,
  render: () => Promise<T>,
): Promise<{ rendered: T; noted: KeptRendering }> {
  const noted: KeptRendering = { wantsFresh, answeredAt: Date.now(), tellings: [] };
  underWay.set(requestId, noted);
  try {
    return { rendered: await render(), noted };
  } finally {
    underWay.delete(requestId);
  }
}
