import { frontId } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { derivedId } from "./derived-id.server";

const keptFrontId = (request: Request): string | undefined => frontId.safeParse(cookieOf(request, "userId")).data;

/** The id of a browser that had none when it asked for a document. @param documentId the id of the document's request */
const frontIdFor = (documentId: string): string => derivedId(`browser ${documentId}`);

/**
 * The browser's id for analytics, a UUID: what its cookie says, else the one that the document gives it, the same for all
 * loaders of that document. Only for visitors who may be tracked.
 * @param documentId the id of the document's request, where this request is not the document's own
 */
export const frontIdOf = (
  request: Request,
  documentId = request.headers.get("x-request-id") ?? crypto.randomUUID(),
): string => keptFrontId(request) ?? frontIdFor(documentId);

/**
 * The Set-Cookie header's value for a document whose browser has no id yet. Set by the server, because browsers keep what
 * scripts set for a week only. Only for visitors who may be tracked; undefined for data of a page that is there already.
 */
export function frontIdCookie(request: Request): string | undefined {
  const isDocument = !new URL(request.url).searchParams.has("_data");
  return isDocument && keptFrontId(request) === undefined ? cookieHeader("userId", frontIdOf(request)) : undefined;
}

/** The Set-Cookie header's value that makes the cookie a copy of what the browser's storage has; undefined where it is one. */
export const frontIdCopy = (request: Request, stored: string): string | undefined =>
  keptFrontId(request) === stored ? undefined : cookieHeader("userId", stored);
