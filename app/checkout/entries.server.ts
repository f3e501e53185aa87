import { isPayProvider } from "~/providers/pay-providers";
import { chosenCountry } from "~/visitor/visitor.server";
import type { CheckoutContext } from "./checkout-context.server";

/** What the form is filled in with; as it was typed. */
export interface Entries {
  email: string;
  /** An address that the buyer has been asked about. */
  emailAsked?: string | undefined;
  provider: string | undefined;
  coupon: string;
  /** Without one the country of the visitor's address. */
  country: string | undefined;
  /** The idempotency key to keep. */
  attempt?: string | undefined;
  /** What the form has shown the bot check; stays with its attempt. */
  stamp?: string | undefined;
}

/** What is known before anything is entered: what the address asks for, then the earlier order, then the account. */
export function entriesOnArrival(request: Request, { earlier, profile }: CheckoutContext): Entries {
  const asked = new URL(request.url).searchParams;
  const provider = asked.get("provider");
  return {
    email: earlier?.order.email ?? profile?.email ?? "",
    provider: isPayProvider(provider) ? provider : earlier?.order.provider,
    coupon: asked.get("coupon") ?? earlier?.order.coupon ?? "",
    country: chosenCountry(request) ?? earlier?.order.country,
  };
}

export const isCountryCode = (text: string | undefined): text is string => /^[A-Z]{2}$/.test(text ?? "");

/** What was sent. */
export const entriesIn = ({
  email = "",
  email_asked,
  provider,
  coupon = "",
  country,
}: Record<string, string>): Entries => ({
  email,
  emailAsked: email_asked,
  provider,
  coupon,
  country: isCountryCode(country) ? country : undefined,
});
