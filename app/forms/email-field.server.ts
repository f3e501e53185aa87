import { z } from "zod";
import { isEmail, tidyEmail } from "./email";

/** What is wrong with an e-mail address, as a key of the checkout's errors. */
export type EmailMistake = "emailMissing" | "emailInvalid" | "emailTooLong";

const LONGEST = 254;
const mistake = (key: EmailMistake): EmailMistake => key;

/** The field `email` of every form: tidied first, then held against the one rule. */
export const emailField = z
  .string(mistake("emailMissing"))
  .transform(tidyEmail)
  .pipe(
    z
      .string()
      .min(1, mistake("emailMissing"))
      .max(LONGEST, mistake("emailTooLong"))
      .refine(isEmail, mistake("emailInvalid")),
  );

const MISTAKES: readonly EmailMistake[] = ["emailMissing", "emailInvalid", "emailTooLong"];

/** The address in a form's fields, or the first thing that is wrong with it. */
export function readEmail(text: string | undefined): { email: string } | { mistake: EmailMistake } {
  const parsed = emailField.safeParse(text);
  if (parsed.success) return { email: parsed.data };
  return { mistake: MISTAKES.find((key) => key === parsed.error.issues[0]?.message) ?? "emailInvalid" };
}
