import type { Context } from "./context";

/** Whom the app's link opens the site as. */
export const SAMPLE_USER = 100001;
const MASTER_APP = 101;

/** An address of the site as the master app opens it for a user, whose bearer token it carries. */
export function signedLinkTo({ links, siteOrigin, now }: Context, target: string): string {
  const link = new URL(target, siteOrigin);
  const query = links.linkQuery(SAMPLE_USER, MASTER_APP, now());
  for (const [name, value] of Object.entries(query)) link.searchParams.set(name, value);
  return link.href;
}
