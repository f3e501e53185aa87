import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { type AppStore, type StoreToken, storeToken } from "~/upstream/contract/store-tokens";
import { twoLetters } from "~/upstream/contract/values/three-letter-countries";
import { cookieHeader } from "./browser/cookies.server";

/** The parameters in which a token comes: Apple's StoreKit appends its own to the address that an app opens. */
const TOKEN_PARAMS = { apple: "externalPurchaseToken", google: "externalTransactionToken" } as const;

/** These, and what else is said of the way from the app; the first redirect removes them from the address. */
export const STORE_TOKEN_PARAMS = [
  ...Object.values(TOKEN_PARAMS),
  "bundleId",
  "store",
  "storefront",
  "programme",
  "link",
] as const;

/** A longer token has no room in a cookie. Apple's have some 300 characters. */
const LONGEST_HERE = 2_048;

/** What neither an address nor JSON writes in any other way. */
const UNPLAIN = /[^!#-[\]-~]/gu;

/** The store's token in an address, and what the app says of it. Whatever stands there, it is no reason to stop anybody. */
export function storeTokenIn(params: URLSearchParams): StoreToken | undefined {
  const store = storeIn(params);
  if (store === undefined) return undefined;
  const { shape } = storeToken;
  const given = (name: (typeof STORE_TOKEN_PARAMS)[number]) => params.get(name) ?? undefined;
  return {
    store,
    ...tokenOf(store, lastOf(params, TOKEN_PARAMS[store])),
    bundle_id: shape.bundle_id.catch(undefined).parse(given("bundleId")),
    storefront: shape.storefront.catch(undefined).parse(twoLetters(given("storefront")?.toUpperCase() ?? "")),
    programme: shape.programme.catch(undefined).parse(given("programme")?.toLowerCase()),
    link: shape.link.catch(undefined).parse(given("link")?.toLowerCase()),
  };
}

/** What the store itself appends comes last. */
const lastOf = (params: URLSearchParams, name: string): string => params.getAll(name).at(-1) ?? "";

/** Where both stores' tokens came, the app says whose counts. */
function storeIn(params: URLSearchParams): AppStore | undefined {
  const [first, second] = (["apple", "google"] as const).filter((store) => lastOf(params, TOKEN_PARAMS[store]) !== "");
  return second !== undefined && params.get("store") === second ? second : first;
}

function tokenOf(store: AppStore, given: string): Pick<StoreToken, "token" | "note"> {
  // A plus sign that nobody has encoded is read as a space.
  const text = given.replaceAll(" ", "+").replace(UNPLAIN, encodeURIComponent);
  const isReadable = text.length <= LONGEST_HERE && !UNPLAIN_ONCE.test(given) && (store === "google" || isApples(text));
  return { token: text.slice(0, LONGEST_HERE), note: isReadable ? undefined : "unreadable" };
}

const UNPLAIN_ONCE = /[^ !#-[\]-~]/u;

const appleToken = z.object({ externalPurchaseId: z.string().min(1) });

/** Whether it is JSON in base64 or base64url, with the id that is reported. */
function isApples(text: string): boolean {
  try {
    return appleToken.safeParse(JSON.parse(Buffer.from(text, "base64").toString())).success;
  } catch {
    return false;
  }
}

/** As it is sealed into the cookie; `until` in milliseconds since 1970. */
const sealedToken = z.object({ until: z.number().int(), storeToken });

/** A token that the browser has come with. */
export interface StoreTokenHere {
  storeToken: StoreToken;
  /** The same, with its end, for another browser that goes on from here. */
  sealed: string;
}

/** So long what is bought counts as what the app's user came for. The newest token takes the place of any other. */
const SECONDS = 24 * 60 * 60;

/** The Set-Cookie header by which the browser has a token. */
export const storeTokenCookie = async (token: StoreToken): Promise<string> =>
  cookieHeader("storeToken", await sealToken(token, Date.now() + SECONDS * 1_000), SECONDS);

/** The cookie's text. @param until in milliseconds since 1970 */
export const sealToken = (token: StoreToken, until: number): Promise<string> =>
  seal("storeToken", { until, storeToken: token });

/** The same, from another browser: until the end that it had there. */
export async function movedTokenCookie(sealed: string): Promise<string | undefined> {
  const found = await opened(sealed);
  return found && cookieHeader("storeToken", sealed, Math.ceil((found.until - Date.now()) / 1_000));
}

/** The token in the browser's cookie, as long as it is good. */
export async function storeTokenFrom(sealed: string): Promise<StoreTokenHere | undefined> {
  const found = await opened(sealed);
  return found && { storeToken: found.storeToken, sealed };
}

async function opened(sealed: string): Promise<z.output<typeof sealedToken> | undefined> {
  const found = await unseal("storeToken", sealedToken, sealed);
  return found !== undefined && Date.now() < found.until ? found : undefined;
}

/** An address has room for a token of so many characters, sealed in an order or a code. Apple's have some 300. */
const LONGEST_IN_ADDRESS = 1_024;

/** Whether a token may be in an address; a longer one stays in its browser. */
export const fitsAddress = ({ token }: StoreToken): boolean => token.length <= LONGEST_IN_ADDRESS;
