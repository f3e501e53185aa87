import { count, type Limited } from "./rate-limit.server";

/**
 * Has the payments API mail a link, unless the mailbox has been sent many lately, whoever had them sent: then nothing is called. Links
 * that were sent before still work.
 * @param isMailed whether there was a mail; what was not mailed is not counted
 * @returns undefined where nothing was called. The visitor is to see the same as always.
 */
export async function limitMails<Answer>(
  what: Extract<Limited, "signUpMail" | "subscriptionLinkMail">,
  email: string,
  ask: () => Promise<Answer>,
  isMailed: (answer: Answer) => boolean,
): Promise<Answer | undefined> {
  // Counted before it is asked for, so that many at once are not all the first.
  const { retryAfter, takeBack } = await count(what, "email", { email });
  if (retryAfter !== undefined) return undefined;
  let hasMailed = false;
  try {
    const answer = await ask();
    hasMailed = isMailed(answer);
    return answer;
  } finally {
    if (!hasMailed) await takeBack();
  }
}
