import { z } from "zod";
import { isLocaleCode } from "~/i18n/locales";
import {
  amount,
  countryCode,
  currencyCode,
  decimalsOf,
  email,
  identifier,
  momentRead,
} from "~/upstream/contract/values/scalars";
import { type Mistake, mistakeOf, sentenceOf } from "../catalogue/mistakes";
import { MOST_USER_ID } from "../store/settings";
import { readCsv } from "./csv";

/** Empty cells are missing ones. */
const orEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((cell) => (cell === "" ? undefined : cell), schema.optional());
const moment = z
  .unknown()
  .refine((cell) => momentRead.safeParse(cell).success, "expected a time such as 2026-11-28T12:00:00Z")
  .transform((cell) => Date.parse(momentRead.parse(cell)));
const reference = z.string().regex(/^[\w.:-]{1,128}$/, "expected 1 to 128 letters, digits, or any of _ . : -");

/** The columns of a file of subscriptions, in the order in which they are written. docs/payments.md explains them. */
export const SUBSCRIPTION_COLUMNS = {
  /** Whose id it is where it was sold. */
  subscription: reference,
  email: email.toLowerCase(),
  user: orEmpty(z.coerce.number().int().positive().max(MOST_USER_ID)),
  plan: identifier,
  country: countryCode,
  language: orEmpty(z.string().refine(isLocaleCode, "expected one of the site's languages")),
  /** What each period costs, tax included. */
  amount: z.coerce.number().pipe(amount),
  currency: currencyCode,
  bought_at: moment,
  period_from: moment,
  paid_until: moment,
  /** Empty: it was paid once, and ends. */
  provider: orEmpty(z.string().toLowerCase()),
  provider_subscription: orEmpty(reference),
} as const;

const subscriptionLine = z.strictObject(SUBSCRIPTION_COLUMNS).superRefine((line, { addIssue }) => {
  const check = (isRight: boolean, column: keyof typeof SUBSCRIPTION_COLUMNS, message: string) => {
    if (!isRight) addIssue({ code: "custom", path: [column], message });
  };
  const { provider, provider_subscription, amount, currency, bought_at, period_from, paid_until } = line;
  const isPair = (provider === undefined) === (provider_subscription === undefined);
  check(isPair, "provider_subscription", "stands with its provider, or both are empty");
  check(Number(amount.toFixed(decimalsOf(currency))) === amount, "amount", `has more decimals than ${currency}`);
  check(bought_at <= period_from, "period_from", "is before bought_at");
  check(period_from < paid_until, "paid_until", "is not after period_from");
});

/** A subscription as a file has it. Times are milliseconds since 1970. */
export type SubscriptionLine = z.output<typeof subscriptionLine>;

export interface Numbered {
  line: number;
  subscription: SubscriptionLine;
}

/** A sentence about one line of a file. */
export const lineSentence = (line: number, sentence: string): string => `line ${line}: ${sentence}`;

/** Reads a file. Its mistakes are sentences; what is in it twice is one. @throws Error naming the line that is not CSV */
export function readSubscriptions(text: string): { found: Numbered[]; mistakes: string[] } {
  const found: Numbered[] = [];
  const mistakes: string[] = [];
  for (const { line, cells } of readCsv(text)) {
    const { data, error } = subscriptionLine.safeParse(cells);
    if (data) found.push({ line, subscription: data });
    else mistakes.push(...error.issues.flatMap(mistakeOf).map((one: Mistake) => lineSentence(line, sentenceOf(one))));
  }
  return { found, mistakes: [...mistakes, ...repeated(found)] };
}

function repeated(found: readonly Numbered[]): string[] {
  const lines = new Map<string, number>();
  return found.flatMap(({ line, subscription: { subscription, provider, provider_subscription } }) =>
    [`subscription ${subscription}`, provider_subscription && `${provider}'s ${provider_subscription}`].flatMap(
      (name) => {
        if (name === undefined) return [];
        const first = lines.get(name);
        lines.set(name, first ?? line);
        return first === undefined ? [] : lineSentence(line, `${name} stands in line ${first}, too`);
      },
    ),
  );
}
