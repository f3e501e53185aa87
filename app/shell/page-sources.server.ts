import type { EntryContext } from "@remix-run/node";
import { z } from "zod";

const origins = z.array(z.url()).optional();

/** Origins that one page may also use, beside the site's own. Each has passed the redirect guard. */
const pageSources = z.object({ script: origins, connect: origins, frame: origins, form: origins });
export type PageSources = z.output<typeof pageSources>;

/** Travels from a loader to the answer inside the app; nothing that a client sends is ever read here. */
const HEADER = "X-Page-Sources";

/** For a loader's answer: its page's Content-Security-Policy names these origins as well. */
export const allowing = (sources: PageSources): Record<string, string> => ({ [HEADER]: JSON.stringify(sources) });

/** What the loaders of a page have asked for. */
export function sourcesOf({ staticHandlerContext: { loaderHeaders } }: EntryContext): PageSources {
  const asked = Object.values(loaderHeaders).flatMap((headers) => headers.get(HEADER) ?? []);
  return asked[0] === undefined ? {} : pageSources.parse(JSON.parse(asked[0]));
}

/** A loader's answer that goes out by itself does not tell. */
export const forgetSources = (headers: Headers): void => headers.delete(HEADER);
