import { storeTokenCookie, storeTokenIn } from "~/visitor/store-token.server";
import { visitorOf } from "~/visitor/visitor.server";
import { sendStoreToken } from "./send-store-token.server";

/** Takes in the store's token in an address: the payments API is told of it, which nobody waits for. @returns Set-Cookie headers */
export async function takeStoreToken(request: Request): Promise<string[]> {
  const storeToken = storeTokenIn(new URL(request.url).searchParams);
  if (storeToken === undefined) return [];
  sendStoreToken(storeToken, () => visitorOf(request));
  return [await storeTokenCookie(storeToken)];
}
