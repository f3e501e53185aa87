import type { Context } from "./context";

/** Whom the app's link opens the site as. */
export const SAMPLE_USER = 100001;
export const MASTER_APP = 101;

/** Which app makes a link for whom, and how long ago. */
interface LinkMaker {
  userId?: number;
  appId?: number;
  ageSeconds?: number;
}

/** An address of the site as an app opens it for a user, whose bearer token it carries. */
export function signedLinkTo({ links, siteOrigin, now }: Context, target: string, maker: LinkMaker = {}): string {
  const { userId = SAMPLE_USER, appId = MASTER_APP, ageSeconds = 0 } = maker;
  const link = new URL(target, siteOrigin);
  const query = links.linkQuery(userId, appId, now() - ageSeconds * 1000);
  for (const [name, value] of Object.entries(query)) link.searchParams.set(name, value);
  return link.href;
}
