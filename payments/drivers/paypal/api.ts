import { z } from "zod";
import { clientCredentials } from "../client-credentials";
import { type ProviderApi, providerApi } from "../provider-api";
import { bucketOf } from "./declines";

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** "https://api-m.paypal.com" */
  readonly apiOrigin: string;
}

/** Its keys are known for 6 hours (orders), 72 (subscriptions) or 45 days (captures and refunds). */
export type PayPal = ProviderApi<object>;

/** The same request, or another one about the same order, is still under way. */
const UNDER_WAY = ["PREVIOUS_REQUEST_IN_PROGRESS", "ORDER_COMPLETION_IN_PROGRESS", "RESOURCE_CONFLICT"];

/** Its code is the issue's, or the error's name. */
const refusal = z
  .object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).optional() })
  .transform(({ name, details }) => {
    const code = details?.[0]?.issue ?? name;
    return { code, bucket: bucketOf(code), isUnderWay: UNDER_WAY.includes(code) };
  });

export const payPalApi = ({ clientId, clientSecret, apiOrigin }: Credentials): PayPal =>
  providerApi({
    origin: apiOrigin,
    ...clientCredentials({ id: clientId, secret: clientSecret, tokenUrl: new URL("/v1/oauth2/token", apiOrigin) }),
    headers: { prefer: "return=representation" },
    keyHeader: "paypal-request-id",
    bodyType: "application/json",
    encode: JSON.stringify,
    refusal,
  });
