import { problemDocument } from "~/errors/errors.server";
import { appsThatOpen } from "~/visitor/brand/brands.server";

/** Which apps of Apple's systems open the addresses of /open, each those of its own. Apple follows no redirect to it. */
export function loader() {
  const details = appsThatOpen().flatMap(({ id, openApp: { apple } }) =>
    apple === undefined
      ? []
      : [{ appIDs: [apple.appId], components: [{ "/": `/open/${id}` }, { "/": `/*/open/${id}` }] }],
  );
  if (details.length === 0) return problemDocument(404);
  return new Response(JSON.stringify({ applinks: { details } }), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=3600" },
  });
}
