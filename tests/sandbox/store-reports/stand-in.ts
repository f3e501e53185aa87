/** What a stand-in does with a call: answers it, loses the call or the answer, or has no time for it. */
export type Mood = "answers" | "loses the call" | "loses the answer" | "is busy" | "fails" | "says wait";

export const MOODS: readonly Mood[] = [
  "answers",
  "loses the call",
  "loses the answer",
  "is busy",
  "fails",
  "says wait",
];

/** The answer of a store to somebody's mistake. */
export const refusal = (status: number, errorMessage: string): Response => Response.json({ errorMessage }, { status });

/** An answer that never came. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** A store that is in a mood. @throws NoAnswer where the answer is lost, after the call was handled or without that */
export async function inMood(mood: Mood, handle: () => Promise<Response>): Promise<Response> {
  if (mood === "is busy") return new Response(null, { status: 429 });
  if (mood === "says wait") return new Response(null, { status: 429, headers: { "Retry-After": "7" } });
  if (mood === "fails") return new Response("<html>", { status: 500 });
  if (mood === "loses the call") throw new NoAnswer("fetch failed");
  const answer = await handle();
  if (mood === "loses the answer") throw new NoAnswer("fetch failed");
  return answer;
}
