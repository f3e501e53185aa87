import { useLocation } from "@remix-run/react";
import { LOCALES, splitPath } from "~/i18n/locales";
import { inLanguage, isForSearch } from "~/paths";
import type { PageFrame } from "~/shell/page-frame";

/** For search engines: the page's canonical address and its other languages, or `noindex`. */
export function SearchLinks({ frame }: { frame: PageFrame }) {
  const { pathname, search } = useLocation();
  const { rest } = splitPath(pathname);
  const isOfOrder = new URLSearchParams(search).has("o");
  if (isOfOrder || !isForSearch(rest)) return <meta name="robots" content="noindex" />;
  const address = (lang: PageFrame["lang"]) => frame.origin + inLanguage(lang, rest);
  return (
    <>
      <link rel="canonical" href={address(frame.lang)} />
      {LOCALES.map(({ code, tag }) => (
        <link key={code} rel="alternate" hrefLang={tag} href={address(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address("en")} />
    </>
  );
}
