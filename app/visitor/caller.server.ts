import { hostFacts } from "~/security/host-facts.server";
import type { Caller } from "~/upstream/client/client.server";
import { pageDeadline } from "~/upstream/client/deadline.server";
import type { TokenRefusal } from "~/upstream/client/upstream-error";
import { isKnownApp } from "~/visitor/brand/brands.server";
import { appIn, type Category, categoryOf } from "~/visitor/brand/category.server";
import { type Bearer, bearerOf } from "./bearer.server";
import { linkIn, type Session, sessionOf } from "./session.server";

/** Who makes a request: their app, their session, and what the payments API is told of them. */
export interface RequestCaller extends Category {
  requestId: string;
  session: Session | undefined;
  /** How well the caller's token proves who the visitor is; undefined without a token. */
  bearerFrom: Bearer["from"] | undefined;
  /** The caller for the payments API. */
  caller: Caller;
}

const callers = new WeakMap<Request, Promise<RequestCaller>>();

/** Who makes a request; all that a page asks for them shares one page deadline. */
export function callerOf(request: Request): Promise<RequestCaller> {
  const known = callers.get(request);
  if (known !== undefined) return known;
  const caller = readCaller(request);
  callers.set(request, caller);
  return caller;
}

async function readCaller(request: Request): Promise<RequestCaller> {
  const url = new URL(request.url);
  const link = linkIn(url);
  // A link replaces the signed-in user: until it is accepted, calls are made for nobody, not for the earlier user.
  const isOfLink = link.kind === "signed";
  const [session, bearer] = isOfLink ? [] : await Promise.all([sessionOf(request), bearerOf(request)]);
  const arriving = isOfLink ? link.session.app_type : appIn(url);
  const category = categoryOf(request, { arriving, ofSession: session?.app_type });
  const { requestId, visitorIp } = hostFacts(request);
  return {
    requestId,
    ...category,
    session,
    bearerFrom: bearer?.from,
    caller: {
      requestId,
      appType: category.appType,
      isKnownApp: isKnownApp(category.appType),
      bearer: bearer?.token,
      onTokenRefused: (refusal) => noteRefusal(request, refusal),
      visitorIp,
      signal: pageDeadline(request.signal),
    },
  };
}

/** How the calls of a request refused its visitor's token. */
const refusals = new WeakMap<Request, TokenRefusal>();

/** `over` is final: a later refusal does not change it. */
function noteRefusal(request: Request, refusal: TokenRefusal): void {
  if (refusals.get(request) !== "over") refusals.set(request, refusal);
}

/** How a call made for this request has refused the visitor's token; undefined where none has. */
export const refusalIn = (request: Request): TokenRefusal | undefined => refusals.get(request);
