import { z } from "zod";
import { emailField, readEmail } from "~/forms/email.server";
import type { VisitorFields } from "~/forms/visitor-fields";
import { signTime } from "~/security/bot-check/bot-check.server";
import { isFormKeyOf, newFormKey } from "~/security/forms.server";
import { isProviderCode } from "~/upstream/contract/catalogue";
import { knownTimeZone } from "~/upstream/contract/deadlines";
import { frontId, idempotencyKey, isCountryCode } from "~/upstream/contract/values/scalars";
import answers from "../../locales/en/form-answers.json";

/** A mistake in the form, as a key of its messages. */
export type Mistake = keyof typeof answers.mistakes;

const formMistake = (key: Mistake): Mistake => key;

/**
 * The form that pays, field by field, in reading order; the only description of its fields. Parsing, filling in the
 * form again, what an order keeps and the purchase call's body all follow from it. A field has the same name in
 * the form, in the order and in the code.
 */
const payForm = z.object({
  country: z.string(formMistake("countryInvalid")).refine(isCountryCode, formMistake("countryInvalid")),
  email: emailField,
  /** Set once the buyer has been asked whether this address is mistyped. */
  email_asked: z.string().optional(),
  provider: z.string(formMistake("providerMissing")).min(1, formMistake("providerMissing")),
  /** Any text is accepted: the payments API decides whether the coupon applies. */
  coupon: z.string().trim().default(""),
  /** The coupon that was refused when the form was shown. */
  refused: z.string().default(""),
  /** The payments API has said that this buyer has used the plan's trial: the form shows the full price. */
  trial_used: z.literal("on").optional().catch(undefined),
  /** The visitor's analytics id. */
  front_id: frontId.optional().catch(undefined),
  /** The browser's time zone, as its scripts say it: days count there, too. Nothing else remembers it. */
  time_zone: z.string().min(1).max(64).optional().catch(undefined),
  /** The idempotency key, minted with the form: sending the same form twice is one purchase. */
  attempt: z
    .string(formMistake("attemptInvalid"))
    .refine((key) => idempotencyKey.safeParse(key).success, formMistake("attemptInvalid")),
  /** Signed time at which the form was made, for the bot check; belongs to one attempt. */
  stamp: z.string().optional(),
  /** The sealed price that the form has shown. */
  quote: z.string(formMistake("priceUnreadable")),
});
export type PayForm = z.output<typeof payForm>;

const FIELD_NAMES = payForm.keyof().options;
type FieldName = (typeof FIELD_NAMES)[number];

/** A field that is wrong, and how. */
export interface FieldMistake {
  field: FieldName;
  mistake: Mistake;
}

/** Parses what was sent: the form, or the first mistake of each field. */
export function parsePayForm(sent: Sent): { ok: true; form: PayForm } | { ok: false; mistakes: FieldMistake[] } {
  const parsed = payForm.safeParse(sent);
  if (parsed.success) return { ok: true, form: parsed.data };
  const mistakes = FIELD_NAMES.flatMap((field) => {
    const found = parsed.error.issues.find((issue) => issue.path[0] === field)?.message;
    return isMistake(found) ? [{ field, mistake: found }] : [];
  });
  return { ok: false, mistakes };
}

/** A form's text fields as they came. */
export type Sent = Readonly<Record<string, string>>;

const isMistake = (text: string | undefined): text is Mistake =>
  text !== undefined && Object.hasOwn(answers.mistakes, text);

/** The values to fill in, as they were typed. Without an attempt the form gets a new one; the quote only says since when. */
export type FormValues = Readonly<Partial<Record<Exclude<FieldName, "refused">, string>>>;

/** The form filled in again with what was sent. `keepsAttempt`: sending it again is the same purchase. */
export function sentValues(sent: Sent, keepsAttempt: boolean): FormValues {
  const values: Partial<Record<FieldName, string>> = {};
  for (const name of FIELD_NAMES) values[name] = sent[name];
  const { refused, attempt, stamp, quote, ...entered } = values;
  return keepsAttempt ? { ...entered, attempt, stamp, quote } : entered;
}

/** What is known of a buyer before anything is entered. */
interface KnownBefore {
  /** The address's parameters. */
  params: URLSearchParams;
  country: string | undefined;
  earlier: EarlierValues | undefined;
  /** Missing: the plan of the best value. */
  planId: string | undefined;
  account: { email: string } | undefined;
  /** The order that this browser has paid last. */
  paid: { email: string } | undefined;
}

/** The values that an earlier order fills into the form. */
export type EarlierValues = ContinuedFields & { plan: string; provider: string; coupon?: string };

/**
 * What the address asks for counts first, then the earlier order, then the account. Only with the e-mail address it is the
 * other way round: a campaign's link that was passed on would have somebody pay for another's account, or buy a second one of their own.
 */
export function valuesOnArrival({ params, country, earlier, planId, account, paid }: KnownBefore): FormValues {
  const provider = params.get("provider");
  const linked = readEmail(params.get("email") ?? undefined);
  return {
    country: country ?? earlier?.country,
    email: earlier?.email ?? account?.email ?? paid?.email ?? ("email" in linked ? linked.email : undefined),
    provider: isProviderCode(provider) ? provider : earlier?.provider,
    coupon: params.get("coupon") ?? earlier?.coupon,
    trial_used: earlier?.plan === planId ? earlier?.trial_used : undefined,
    front_id: earlier?.front_id,
  };
}

/** What an order keeps of the form, so that its purchase call can be repeated. */
export const continuedFields = payForm.pick({
  country: true,
  email: true,
  trial_used: true,
  front_id: true,
  time_zone: true,
});
type ContinuedFields = z.output<typeof continuedFields>;

export const continuedOf = ({ country, email, trial_used, front_id, time_zone }: PayForm): ContinuedFields => ({
  country,
  email,
  trial_used,
  front_id,
  time_zone,
});

/** These fields under the purchase call's names; a repeated call for the same order must have the same body. */
export const purchaseFields = ({ country, email, front_id, time_zone }: ContinuedFields) => ({
  country_code: country,
  email,
  front_id,
  time_zone: knownTimeZone(time_zone),
});

/**
 * The idempotency key of an attempt. It is made with the browser's secret, so it tells whether this browser made it or another
 * one that typed the same e-mail address.
 * @param browser the visitor's secret, see Visitor
 */
export const newAttempt = (browser: string): string => newFormKey("attempt", browser);

/** Whether an attempt was made for this browser. */
export const isAttemptOf = (browser: string, attempt: string): boolean => isFormKeyOf("attempt", browser, attempt);

interface PayFields {
  /** The browser's secret, see Visitor. */
  browser: string;
  /** Of a form that came back: it stays the same purchase. */
  attempt?: string | undefined;
  /** The signed time stays as long as its attempt. */
  stamp?: string | undefined;
  /** The form asks for the bot check, so it has a signed time. */
  isGuarded: boolean;
  /** The browser's id for analytics. */
  frontId?: string | undefined;
}

/** The visitor's fields of the pay form. */
export function payFields({
  browser,
  attempt = newAttempt(browser),
  stamp,
  isGuarded,
  frontId,
}: PayFields): VisitorFields {
  return {
    kind: "pay",
    fields: {
      csrf: browser,
      attempt,
      ...(isGuarded && { stamp: stamp || signTime("pay", attempt, new Date()) }),
      ...(frontId !== undefined && { front_id: frontId }),
    },
  };
}
