import type { Context } from "../context";

/** The user that the app's link signs in. */
export const SAMPLE_USER = 100001;
export const MASTER_APP = 101;

/** The link's user and app, and its age. */
interface LinkMaker {
  userId?: number;
  appId?: number;
  ageSeconds?: number;
}

/** An address of the site as an app opens it for a user, with the user's bearer token. */
export function signedLinkTo({ links, siteOrigin, now }: Context, target: string, maker: LinkMaker = {}): string {
  const { userId = SAMPLE_USER, appId = MASTER_APP, ageSeconds = 0 } = maker;
  const link = new URL(target, siteOrigin);
  const query = links.linkQuery(userId, appId, now() - ageSeconds * 1000);
  for (const [name, value] of Object.entries(query)) link.searchParams.set(name, value);
  return link.href;
}
