import { z } from "zod";
import { emailField } from "~/forms/email-field.server";
import { idempotencyKey } from "~/upstream/contract/scalars";
import answers from "../../locales/en/form-answers.json";

/** A mistake in the form, as a key of its messages. */
export type Mistake = keyof typeof answers.mistakes;

const isMistake = (text: string | undefined): text is Mistake =>
  text !== undefined && Object.hasOwn(answers.mistakes, text);
const mistake = (key: Mistake): Mistake => key;

const payForm = z.object({
  email: emailField,
  provider: z.string(mistake("providerMissing")).min(1, mistake("providerMissing")),
  country: z.string(mistake("countryInvalid")).regex(/^[A-Z]{2}$/, mistake("countryInvalid")),
  attempt: z
    .string(mistake("attemptInvalid"))
    .refine((key) => idempotencyKey.safeParse(key).success, mistake("attemptInvalid")),
  quote: z.string(mistake("priceUnreadable")),
  coupon: z.string().trim().default(""),
  /** The coupon that was refused when the form was shown. */
  refused: z.string().default(""),
});
export type PayForm = z.output<typeof payForm>;

/** The fields that can be wrong, in reading order; the last two are hidden. A coupon is never wrong: it applies or it does not. */
export const PAY_FIELDS = ["country", "email", "provider", "attempt", "quote"] as const;
export type PayField = (typeof PAY_FIELDS)[number];

export type ParsedForm = { ok: true; form: PayForm } | { ok: false; mistakes: { field: PayField; mistake: Mistake }[] };

/** The first mistake of each field. */
export function parsePayForm(fields: Record<string, string>): ParsedForm {
  const parsed = payForm.safeParse(fields);
  if (parsed.success) return { ok: true, form: parsed.data };
  const mistakes = PAY_FIELDS.flatMap((field) => {
    const found = parsed.error.issues.find((issue) => issue.path[0] === field)?.message;
    return isMistake(found) ? [{ field, mistake: found }] : [];
  });
  return { ok: false, mistakes };
}
