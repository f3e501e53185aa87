import { store, stored } from "~/visitor/browser/storage";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

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
  ofDocument = [stored("userId"), given, ofDocument].find((id) => id && UUID.test(id)) ?? randomId();
  store("userId", ofDocument);
  return ofDocument;
}
