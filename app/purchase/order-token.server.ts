import { z } from "zod";
import { PAY_PROVIDERS } from "~/checkout/pay-providers";
import { isLocaleCode } from "~/i18n/locales";
import { seal, unseal } from "~/sealing.server";
import { amount, countryCode, currencyCode, email, idempotencyKey, identifier } from "~/upstream/contract/scalars";

/**
 * All that is needed to find an order again, or to open it a second time without a second order: it brings the buyer
 * back from a provider in any browser, without a cookie. Before the payments API has answered there is no `orderId`.
 */
const order = z.object({
  orderId: identifier.optional(),
  provider: z.enum(PAY_PROVIDERS),
  attempt: idempotencyKey,
  plan: identifier,
  /** How long the plan runs, for saying what was bought. */
  period: z.object({ unit: z.enum(["day", "week", "month", "year"]), count: z.number().int().positive() }),
  email,
  country: countryCode,
  amount,
  currency: currencyCode,
  lang: z.string().refine(isLocaleCode),
  appType: z.number().int(),
  userId: z.number().int().optional(),
  /** When the price was quoted; seconds since 1970. */
  issuedAt: z.number().int(),
});
export type Order = z.output<typeof order>;

export const orderToken = (content: Order): Promise<string> => seal("order", content);

/** The order a token names; undefined where the token is missing, foreign or tampered with. */
export const readOrderToken = async (token: string | null): Promise<Order | undefined> =>
  token === null ? undefined : unseal("order", order, token);
