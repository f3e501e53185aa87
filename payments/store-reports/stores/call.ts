import type { ClaimedReport } from "../tables";

/** How a report was taken: for good; not now, or nobody knows; or never as it is. */
export type Taken =
  | { kind: "reported" }
  | { kind: "again"; problem: string; afterMs?: number }
  | { kind: "refused"; problem: string };

/** As the global one, which tests replace. */
export type Fetch = (request: Request) => Promise<Response>;

const PATIENCE_MS = 15_000;
const MOST_CHARACTERS = 500;

/** Every call has an end. @throws where there is no answer */
export const ask = (fetch: Fetch, url: string, { headers, ...init }: RequestInit): Promise<Response> =>
  fetch(
    new Request(url, {
      ...init,
      headers: { Accept: "application/json", ...(init.body ? { "Content-Type": "application/json" } : {}), ...headers },
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }),
  );

/** What an answer means that is neither success nor one of its API's own kinds. */
export async function takenAs(response: Response, now: number): Promise<Taken> {
  const problem = `${response.status} ${(await response.text()).slice(0, MOST_CHARACTERS)}`.trim();
  const { status } = response;
  // Keys that are refused may be put right, or their rights given, without a change of the report.
  const isOver = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
  if (isOver) return { kind: "refused", problem };
  return { kind: "again", problem, afterMs: pauseIn(response, now) };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Retry-After in seconds, as a date, or, as Apple has it, as milliseconds since 1970. */
function pauseIn({ headers }: Response, now: number): number | undefined {
  const said = headers.get("Retry-After") ?? "";
  const number = /^\d+$/.test(said) ? Number(said) : undefined;
  const at = number === undefined ? Date.parse(said) : number > 1e11 ? number : now + number * 1_000;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), DAY_MS);
}

/** No answer: whether the report was taken is not known. */
export const unanswered = (error: unknown): Taken => ({
  kind: "again",
  problem: (error instanceof Error ? error.message : String(error)).slice(0, MOST_CHARACTERS),
});

/** Who takes the reports of one store. Never throws. */
export type Reporter = (report: ClaimedReport, now: number) => Promise<Taken>;
