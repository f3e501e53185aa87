import { journey } from "../journey";
import { failBankCheck, passBankCheck, payAfterCancelling, payAfterDecline } from "../second-try-steps";

for (const [bucket, lang] of [
  ["funds_or_limit", "en"],
  ["fix_details", "de"],
  ["risk", "ar"],
] as const) {
  journey(
    `a decline (${bucket}) is explained, and the second try pays the same order`,
    { lang },
    payAfterDecline(bucket),
  );
}

journey("a buyer who cancels at the provider continues where they were", payAfterCancelling);

journey("a buyer confirms the payment with the bank", passBankCheck);

journey("a buyer fails the bank's check, is told so, and pays at the second try", failBankCheck);
