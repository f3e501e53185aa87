import { signatureOf } from "~/sealing.server";
import { hostFacts } from "~/security/host-facts.server";
import { frontId } from "~/upstream/contract/values/scalars";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";

/**
 * A UUID in the shape of version 4 that always is the same for the same text, and that only the site can make: ids of what
 * happens once, and of visitors whose browser has none.
 * @param text begins with what it is the id of, so that no two things share one
 */
export function derivedId(text: string): string {
  const bytes = Buffer.from(signatureOf("analytics", text), "base64url").subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The id in the browser's cookie; undefined where there is none. */
export const frontIdIn = (cookie: string | undefined): string | undefined => frontId.safeParse(cookie).data;

const frontIdSent = (request: Request): string | undefined => frontIdIn(cookieOf(request, "userId"));

/** The id of a browser that had none when it asked for a document. @param documentId the id of the document's request */
export const frontIdFor = (documentId: string): string => derivedId(`browser ${documentId}`);

/**
 * The browser's id for analytics, a UUID: what its cookie says, else the one that the document gives it, the same for all
 * loaders of that document. Only for visitors who may be tracked.
 */
export const frontIdOf = (request: Request): string => frontIdSent(request) ?? frontIdFor(hostFacts(request).requestId);

/** The Set-Cookie header's value with an id. Set by the server, because browsers keep what scripts set for a week only. */
export const newFrontIdCookie = (id: string): string => cookieHeader("userId", id);

/**
 * The Set-Cookie header's value for a document whose browser has no id yet. Only for visitors who may be tracked; undefined for
 * data of a page that is there already.
 */
export function frontIdCookie(request: Request): string | undefined {
  const isDocument = !new URL(request.url).searchParams.has("_data");
  return isDocument ? frontIdCopy(request, frontIdOf(request)) : undefined;
}

/** The Set-Cookie header's value that makes the cookie a copy of an id; undefined where it is one. */
export const frontIdCopy = (request: Request, id: string): string | undefined =>
  frontIdSent(request) === id ? undefined : newFrontIdCookie(id);
