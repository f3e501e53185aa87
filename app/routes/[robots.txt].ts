import { env } from "~/env.server";

/** Search engines may list the live site, but not one in test mode. */
export function loader() {
  const { publicOrigin, isTestMode } = env();
  const rules = isTestMode
    ? ["User-agent: *", "Disallow: /"]
    : ["User-agent: *", "Allow: /", `Sitemap: ${publicOrigin}/sitemap.xml`];
  return new Response(`${rules.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
