import { z } from "zod";
import type { KnownDecline } from "~/upstream/contract/purchase-result";
import { clientCredentials } from "../client-credentials";
import type { ProviderSettings } from "../driver";
import { meanings } from "../meanings";
import { type ProviderApi, providerApi } from "../provider-api";

/**
 * What the buyer is told for an issue of a refused order or capture, for the reason of a subscription's failed payment, and for a code of
 * a processor (in four digits, where a card was paid with).
 */
const BUCKETS = meanings<KnownDecline>({
  fix_details: "CARD_EXPIRED REFERENCED_CARD_EXPIRED BILLING_ADDRESS_INVALID 5110 5180 5400",
  funds_or_limit: `PAYER_CANNOT_PAY TRANSACTION_LIMIT_EXCEEDED SENDING_LIMIT_EXCEEDED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING
    MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED 5120`,
  auth_failed: "PAYER_ACTION_REQUIRED PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED 5650",
  bank_declined: `INSTRUMENT_DECLINED PAYMENT_DENIED PAYMENT_SOURCE_DECLINED_BY_PROCESSOR PAYMENT_SOURCE_CANNOT_BE_USED
    DECLINED_DUE_TO_RELATED_TXN 0500 5100`,
  not_supported: `CURRENCY_MISMATCH INVALID_CURRENCY_CODE DECIMAL_PRECISION MAX_VALUE_EXCEEDED DOMESTIC_TRANSACTION_REQUIRED
    CARD_BRAND_NOT_SUPPORTED PAYMENT_SOURCE_NOT_SUPPORTED`,
  risk: `TRANSACTION_REFUSED COMPLIANCE_VIOLATION PAYER_ACCOUNT_RESTRICTED PAYER_ACCOUNT_LOCKED_OR_CLOSED
    PAYEE_BLOCKED_TRANSACTION TRANSACTION_BLOCKED_BY_PAYEE 9500 9510 9520`,
});

/** An issue of no list is the shop's trouble or PayPal's: nothing that the buyer could mend. */
export const bucketOf = (issue: string): KnownDecline => BUCKETS.get(issue) ?? "temporary";

export interface PayPalSettings extends ProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of our webhook in PayPal's dashboard: it is part of what is signed. */
  readonly webhookId: string;
}

/** Its keys are known for 6 hours (orders), 72 (subscriptions) or 45 days (captures and refunds). */
export type PayPal = ProviderApi<object>;

/** The same request, or another one about the same order, is still under way. */
const UNDER_WAY = ["PREVIOUS_REQUEST_IN_PROGRESS", "ORDER_COMPLETION_IN_PROGRESS", "RESOURCE_CONFLICT"];

/** Its code is the issue's, or the error's name. */
const refusal = z
  .object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).default([]) })
  .transform(({ name, details: [first] }) => first?.issue ?? name)
  .transform((code) => ({ code, bucket: bucketOf(code), isUnderWay: UNDER_WAY.includes(code) || undefined }));

export const payPalApi = ({ clientId, clientSecret, apiOrigin }: PayPalSettings): PayPal =>
  providerApi({
    origin: apiOrigin,
    ...clientCredentials({ id: clientId, secret: clientSecret, tokenUrl: new URL("/v1/oauth2/token", apiOrigin) }),
    headers: { prefer: "return=representation" },
    keyHeader: "paypal-request-id",
    bodyType: "application/json",
    encode: JSON.stringify,
    refusal,
  });
