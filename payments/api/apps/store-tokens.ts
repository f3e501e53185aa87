import { storeTokens } from "~/upstream/contract/store-tokens";
import type { Context } from "../../context";
import { takeToken } from "../../store-reports/tokens";
import type { routesIn } from "../route";

/** Takes app stores' tokens in. The same token again is no second one. */
export function storeTokenRoutes({ db, now }: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    storeTokens: posting(storeTokens, async ({ store_token }) => {
      await db.transaction().execute((tx) => takeToken(tx, store_token, now()));
      return {};
    }),
  };
}
