import { useLocation } from "@remix-run/react";
import { splitPath } from "~/i18n/locales";
import { inLanguage, isForSearch } from "~/paths";
import type { PageFrame } from "~/shell/page-frame";

/** For search engines: the page's canonical address, or `noindex`. Its other languages are in the sitemap: text browsers print each link of a head. */
export function SearchLinks({ frame }: { frame: PageFrame }) {
  const { pathname, search } = useLocation();
  const { rest } = splitPath(pathname);
  const isOfOrder = new URLSearchParams(search).has("o");
  if (isOfOrder || !isForSearch(rest)) return <meta name="robots" content="noindex" />;
  return <link rel="canonical" href={frame.origin + inLanguage(frame.lang, rest)} />;
}
