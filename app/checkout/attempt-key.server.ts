import { isFormKeyOf, newFormKey } from "~/forms/form-key.server";

/**
 * The idempotency key of an attempt. It is made with the browser's secret, so it tells whether this browser made it or another
 * one that typed the same e-mail address.
 * @param browser the visitor's secret, see Visitor
 */
export const newAttempt = (browser: string): string => newFormKey("attempt", browser);

/** Whether an attempt was made for this browser. */
export const isAttemptOf = (browser: string, attempt: string): boolean => isFormKeyOf("attempt", browser, attempt);
