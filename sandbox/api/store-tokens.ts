import { storeTokens } from "~/upstream/contract/store-tokens";
import type { routesIn } from "./route";

/** Takes app stores' tokens in. The same token again is no second one. */
export function storeTokenRoutes({ posting }: ReturnType<typeof routesIn>) {
  return { storeTokens: posting(storeTokens, async () => ({})) };
}
