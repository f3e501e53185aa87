import { hostFacts } from "~/security/host-facts.server";
import { frontId } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { derivedId } from "./derived-id.server";

const keptFrontId = (request: Request): string | undefined => frontIdIn(cookieOf(request, "userId"));

/** The id in the browser's cookie; undefined where there is none. */
export const frontIdIn = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : frontId.safeParse(cookie).data;

/** The id of a browser that had none when it asked for a document. @param documentId the id of the document's request */
export const frontIdFor = (documentId: string): string => derivedId(`browser ${documentId}`);

/**
 * The browser's id for analytics, a UUID: what its cookie says, else the one that the document gives it, the same for all
 * loaders of that document. Only for visitors who may be tracked.
 */
export const frontIdOf = (request: Request): string => keptFrontId(request) ?? frontIdFor(hostFacts(request).requestId);

/**
 * The Set-Cookie header's value for a document whose browser has no id yet. Set by the server, because browsers keep what
 * scripts set for a week only. Only for visitors who may be tracked; undefined for data of a page that is there already.
 */
export function frontIdCookie(request: Request): string | undefined {
  const isDocument = !new URL(request.url).searchParams.has("_data");
  return isDocument && keptFrontId(request) === undefined ? newFrontIdCookie(frontIdOf(request)) : undefined;
}

/** The Set-Cookie header's value that keeps an id. */
export const newFrontIdCookie = (id: string): string => cookieHeader("userId", id);

/** The Set-Cookie header's value that makes the cookie a copy of what the browser's storage has; undefined where it is one. */
export const frontIdCopy = (request: Request, stored: string): string | undefined =>
  keptFrontId(request) === stored ? undefined : newFrontIdCookie(stored);
