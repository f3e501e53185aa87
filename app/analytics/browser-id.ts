import { store, stored } from "~/visitor/browser/storage";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Whether a text is a UUID of a known version. */
export const isId = (text: string): boolean => UUID.test(text);

/** A random UUID. Not by crypto.randomUUID, which older browsers and pages without https lack. */
export const randomId = (): string => "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, randomDigit);

const randomDigit = (): string => (Number(crypto.getRandomValues(new Uint8Array(1))) % 16).toString(16);

/** For a browser that keeps neither storage nor cookies: the id lasts as long as the document. */
let ofDocument: string | undefined;

/**
 * The browser's id for analytics, a UUID: the one in local storage, else the one that the server gave in the cookie, else
 * a new one. It is in local storage from then on.
 */
export function browserId(): string {
  const [, given] = /(?:^|; )userId=([^;]*)/.exec(document.cookie) ?? [];
  ofDocument = [stored("userId"), given, ofDocument].find((id) => id && isId(id)) ?? randomId();
  store("userId", ofDocument);
  return ofDocument;
}

/** The name of the Server-Timing entry in which the host tells the id of a document's request (host/answers/pages.ts). */
const ENTRY = "view";

/**
 * The id of the document's request, by which logs and analytics know its view, too. It is in a header and not in the page, so that
 * a page can be the same for everybody. Undefined in browsers that do not tell (Safari before 16.4), and without our host.
 */
export function documentId(): string | undefined {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  if (!(navigation instanceof PerformanceNavigationTiming)) return undefined;
  return navigation.serverTiming?.find(({ name }) => name === ENTRY)?.description;
}
