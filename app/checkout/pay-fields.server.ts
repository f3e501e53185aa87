import { isFormKeyOf, newFormKey } from "~/forms/form-key.server";
import type { VisitorFields } from "~/forms/visitor-fields";
import { stampForm } from "~/security/bot-check/bot-check.server";

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
  /** A stamp stays as long as its attempt. */
  stamp?: string | undefined;
  /** The form asks for the bot check, so it has a stamp. */
  isGuarded: boolean;
  /** The browser's id for analytics. */
  frontId?: string | undefined;
}

/** The pay form's own fields. */
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
      ...(isGuarded && { stamp: stamp || stampForm("pay", attempt, new Date()) }),
      ...(frontId !== undefined && { front_id: frontId }),
    },
  };
}
