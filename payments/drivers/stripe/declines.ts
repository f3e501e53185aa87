import type { KnownDecline } from "~/upstream/contract/purchase-result";
import { meanings } from "../meanings";

/** Codes of docs.stripe.com/declines/codes, and those of docs.stripe.com/error-codes that tell of a payment. */
const BUCKETS = meanings<KnownDecline>({
  fix_details: `expired_card incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip invalid_account
    invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin offline_pin_required
    online_or_offline_pin_required pin_try_exceeded`,
  funds_or_limit: "insufficient_funds card_velocity_exceeded withdrawal_count_limit_exceeded invalid_amount",
  auth_failed: "authentication_required authentication_not_handled payment_intent_authentication_failure",
  not_supported: "card_not_supported currency_not_supported live_mode_test_card testmode_decline",
  risk: "fraudulent lost_card merchant_blacklist pickup_card stolen_card",
  temporary: `approve_with_id duplicate_transaction issuer_not_available processing_error reenter_transaction
    try_again_later payment_method_provider_timeout`,
  cancelled_or_timeout: "payment_method_customer_decline payment_intent_payment_attempt_expired",
});

/** Why the last try failed; any other code is a bank that does not say why. */
export const declineOf = (error: { code?: string | null; decline_code?: string | null }): KnownDecline =>
  BUCKETS.get(error.decline_code ?? "") ?? BUCKETS.get(error.code ?? "") ?? "bank_declined";
