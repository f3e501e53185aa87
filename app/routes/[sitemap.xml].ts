import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { goWithout } from "~/errors/errors.server";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import { loadPlans } from "~/upstream/catalogue.server";
import { visitorOf, withoutAccount } from "~/visitor/visitor.server";

type PagePath = (lang: LocaleCode) => string;

const LISTED_PAGES: readonly PagePath[] = [(lang) => paths.home(lang), (lang) => paths.payment(lang), paths.pricing];

const alternatesOf = (origin: string, page: PagePath): string =>
  [...LOCALES.map(({ code, tag }) => ({ code, tag })), { code: "en" as const, tag: "x-default" }]
    .map(({ code, tag }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${origin}${page(code)}"/>`)
    .join("");

function sitemap(origin: string, pages: readonly PagePath[]): string {
  const entries = pages.flatMap((page) => {
    const alternates = alternatesOf(origin, page);
    return LOCALES.map(({ code }) => `<url><loc>${origin}${page(code)}</loc>${alternates}</url>`);
  });
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join("\n")}\n</urlset>\n`;
}

/**
 * Every page that search engines may list, in every language, with links to the same page in the other languages. These links are here
 * alone: text browsers print each one of a page's head before the page.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = withoutAccount(await visitorOf(request));
  const plans = await loadPlans(visitor.caller).catch((error) => goWithout("plans", visitor, error));
  const checkouts = (plans ?? []).map(
    ({ id }): PagePath =>
      (lang) =>
        paths.payment(lang, id),
  );
  return new Response(sitemap(env().publicOrigin, [...LISTED_PAGES, ...checkouts]), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
