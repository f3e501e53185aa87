import type { PaymentsEnvironment } from "../environment/read-environment";
import { PAYPAL_ORIGIN, PAYPAL_SANDBOX_ORIGIN, STRIPE_ORIGIN } from "../environment/variables";
import type { Driver } from "./driver";
import { paddleDriver } from "./paddle/driver";
import { payPalDriver } from "./paypal/driver";
import { stripeDriver } from "./stripe/driver";

type Keys = Pick<PaymentsEnvironment, "stripe" | "payPal" | "paddle">;

/** Drivers of the providers that are set up, by the contract's code. */
export function configuredDrivers({ stripe, payPal, paddle }: Keys): ReadonlyMap<string, Driver> {
  const drivers = [
    ...(stripe ? [stripeDriver(stripe)] : []),
    ...(payPal ? [payPalDriver(payPal)] : []),
    ...(paddle ? [paddleDriver(paddle)] : []),
  ];
  return new Map(drivers.map((driver) => [driver.code, driver]));
}

/** Where the pages are to which they send buyers, by the origin of the provider's API; a stand-in has its page where its API is. */
const PAGE_HOSTS: Readonly<Record<string, string>> = {
  [STRIPE_ORIGIN]: "checkout.stripe.com",
  [PAYPAL_ORIGIN]: "www.paypal.com",
  [PAYPAL_SANDBOX_ORIGIN]: "www.sandbox.paypal.com",
};

/** Hosts of payment pages, for the site's REDIRECT_HOSTS. */
export const pageHosts = ({ stripe, payPal, paddle }: Keys): string[] => [
  ...[stripe, payPal].flatMap((keys) => (keys ? [PAGE_HOSTS[keys.apiOrigin] ?? new URL(keys.apiOrigin).host] : [])),
  ...(paddle ? [new URL(paddle.page).host] : []),
];
