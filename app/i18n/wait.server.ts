import type { LocaleCode } from "./locales";
import { translate } from "./messages.server";
import { formatCount } from "./numbers";

/**
 * How long to wait, rounded up: "in 1 minute", "in 40 minutes", "in 2 hours". Our own words: Intl's read as "within" in Burmese, and set
 * spaces as no Japanese text does.
 * @param seconds until it may be tried again
 */
export function waitText(lang: LocaleCode, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [unit, count] = minutes > 90 ? (["hour", Math.ceil(minutes / 60)] as const) : (["minute", minutes] as const);
  return translate(lang)(`form-answers:wait.${unit}`, { count, n: formatCount(lang, count) });
}
