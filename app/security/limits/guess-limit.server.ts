import { count, type Limited, networksOf, type Sender, slowly } from "./rate-limit.server";

/**
 * Asks about something that can be guessed, and counts the wrong guesses. A network with too many of them is slowed down: each
 * further answer takes two seconds, and five at a time are waited for. A browser with too many is not answered.
 * @returns undefined where nothing was asked
 */
export async function limitGuesses<Answer>(
  what: Limited,
  sender: Sender,
  ask: () => Promise<Answer>,
  isWrong: (answer: Answer) => boolean,
): Promise<Answer | undefined> {
  // Counted before they are asked about, so that guesses sent at once are not all the first.
  const ofNetwork = await count(what, "address", sender);
  if (ofNetwork.retryAfter !== undefined && !(await waitTurn(networksOf(sender.address).at(-1)?.name ?? ""))) {
    await ofNetwork.takeBack();
    return undefined;
  }
  const ofBrowser = await count(what, "session", sender);
  const answer = ofBrowser.retryAfter === undefined ? await ask() : undefined;
  if (answer === undefined || !isWrong(answer)) await Promise.all([ofNetwork.takeBack(), ofBrowser.takeBack()]);
  return answer;
}

const MOST_WAITING = 5;
/** How many wait of each network, the widest of an address; only those of which somebody does. */
const waiting = new Map<string, number>();

/** False where too many of the same network wait already. */
async function waitTurn(network: string): Promise<boolean> {
  const others = waiting.get(network) ?? 0;
  if (others >= MOST_WAITING) return false;
  waiting.set(network, others + 1);
  await slowly();
  const left = (waiting.get(network) ?? 1) - 1;
  if (left === 0) waiting.delete(network);
  else waiting.set(network, left);
  return true;
}
