import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { Env } from "~/env.server";
import type * as pageCache from "~/page-cache/page-cache.server";

/** Remix, or a replacement in tests: a web Request in, a web Response out. */
export type PageRenderer = (request: Request) => Promise<Response>;

/** The build that is served. */
export interface Build {
  /** Changes whenever the build's scripts do. */
  id: string;
  /** The address of each route's script, by the route's id. */
  routes: Readonly<Record<string, string>>;
}

/** What the host serves. `render` is there once the app is loaded; until then the site is not ready. */
export interface Site {
  readonly env: Env;
  readonly log: Logger;
  /** Serves the built files (or, in development, Vite's). */
  assets: RequestHandler | undefined;
  render: PageRenderer | undefined;
  /** Once the app is loaded. In development there is none: sources change under a page that stays. */
  build?: Build;
  /** Pages that are rendered once for many visitors, once the app is loaded. In development there are none: sources change. */
  pageCache?: Pick<typeof pageCache, "find" | "fill">;
  /** What the app has counted, once it is loaded. */
  appMetrics?: () => string;
  /** Sends the app's last analytics events, for so many milliseconds at most, once it is loaded. */
  sendLastEvents?: (ms: number) => Promise<void>;
  isStopping: boolean;
}

export const isReady = (site: Site): boolean => site.render !== undefined && !site.isStopping;
