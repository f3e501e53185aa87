import { env } from "~/env.server";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";

const LISTED_PAGES = [paths.home, paths.payment, paths.pricing] as const;

type PagePath = (lang: LocaleCode) => string;

const alternatesOf = (origin: string, page: PagePath): string =>
  [...LOCALES.map(({ code, tag }) => ({ code, tag })), { code: "en" as const, tag: "x-default" }]
    .map(({ code, tag }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${origin}${page(code)}"/>`)
    .join("");

function sitemap(origin: string): string {
  const entries = LISTED_PAGES.flatMap((page: PagePath) => {
    const alternates = alternatesOf(origin, page);
    return LOCALES.map(({ code }) => `<url><loc>${origin}${page(code)}</loc>${alternates}</url>`);
  });
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join("\n")}\n</urlset>\n`;
}

let made: string | undefined;

/** Every page that search engines may list, in every language, with links to the same page in the other languages. */
export function loader() {
  made ??= sitemap(env().publicOrigin);
  return new Response(made, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
