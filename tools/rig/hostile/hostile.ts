import type { Score, Task } from "../score";
import { sideBySide } from "../side-by-side";
import { exchange, type HostileAnswer } from "./exchange";
import { isHtml, wrongWith } from "./oracle";
import { visitHonestly } from "./real-visit";
import { type HostileRequest, hostileRequest } from "./requests";

/** A page that repeats something of a hostile input: a browser has to open it to see that nothing runs. */
export interface Suspect {
  address: string;
  what: string;
  answer: HostileAnswer;
}

const AT_ONCE = 8;

/** Sends hostile requests to a site that believes one proxy. @returns the pages that repeat something of them */
export async function sendHostile(
  score: Score,
  { site, sandbox }: { site: string; sandbox: string },
  { amount, seed, report }: Task,
): Promise<Suspect[]> {
  const real = await visitHonestly({ site, sandbox });
  const suspects: Suspect[] = [];
  const complaintsAbout = (answer: HostileAnswer | undefined, request: HostileRequest): string[] => {
    if (answer === undefined) return isTooLong(request) ? [] : ["no answer"];
    return wrongWith(answer, { ...request, site, sandbox }, score);
  };
  await sideBySide(amount, AT_ONCE, async (number) => {
    const request = hostileRequest(number, seed, real, site);
    const what = `input ${number}, ${nameOf(request)}`;
    const answer = await exchange(site, request);
    score.inputs += 1;
    score.failures.push(...complaintsAbout(answer, request).map((complaint) => `${what}: ${complaint}`));
    if (answer !== undefined && isHtml(answer) && answer.body.includes(request.marker))
      suspects.push({ address: site + request.path, what, answer });
    if (number % 50 === 0) report(number, amount);
  });
  report(amount, amount);
  return suspects;
}

const nameOf = ({ what, method, path }: HostileRequest): string => `${what} of ${method} ${path.slice(0, 160)}`;

const LONG_HEADERS = 12_000;

/** Only what is far too long for a request may stay without an answer. */
function isTooLong({ path, headers, body = "" }: HostileRequest): boolean {
  return path.length + JSON.stringify(headers).length + body.length > LONG_HEADERS;
}
