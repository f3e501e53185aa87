import type { MetaDescriptor } from "@remix-run/react";
import { wordsIn } from "~/errors/error-words";
import { splitPath } from "~/i18n/locales";
import { translatorFor } from "~/i18n/translator";
import { inLanguage, isForSearch } from "~/paths";
import type { PageFrame } from "./page-frame";

/** What a page sells, in the words of schema.org. */
export interface Product {
  "@context": string;
  "@type": "Product";
  name: string;
  description: string;
  image: string;
  brand: { "@type": "Brand"; name: string };
  offers: {
    "@type": "Offer";
    name: string;
    price: string;
    priceCurrency: string;
    availability: string;
    url: string;
  }[];
}

/** A page's title and description, translated by its loader. */
interface PageMeta {
  title: string;
  description: string;
  product?: Product | undefined;
}

interface MetaSource {
  /** Remix says null where the loader did not run: its action threw. */
  data: { meta: PageMeta } | null | undefined;
  matches: readonly { id: string; data: unknown }[];
  location: Pick<Location, "pathname" | "search">;
  error?: unknown;
}

const isFrame = (data: unknown): data is PageFrame => typeof data === "object" && data !== null && "brand" in data;

/**
 * The `meta` of every route: its loader's title and description, or the error screen's title; and what search engines, and places where
 * a link is shared, want to know of a page that is everybody's.
 */
export function pageMeta({ data, matches, location, error }: MetaSource): MetaDescriptor[] {
  const frame = matches.find(({ id }) => id === "root")?.data;
  if (!isFrame(frame)) return [];
  const { t } = translatorFor(frame.lang, frame.page);
  const title = data?.meta.title ?? wordsIn(error)?.title ?? t("global:failedTitle");
  const named = t("global:titleWithApp", { title, app: frame.brand.appName });
  if (data == null) return [{ title: named }];
  const { description, product } = data.meta;
  const tags = [{ title: named }, { name: "description", content: description }];
  const address = error == null ? searchAddress(frame, location) : undefined;
  if (address === undefined || product === undefined || frame.isLight) return tags;
  const { origin, brand } = frame;
  return [
    ...tags,
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:site_name", content: brand.appName },
    { property: "og:type", content: "website" },
    { property: "og:url", content: address },
    ...(brand.shareImage === undefined
      ? []
      : [{ property: "og:image", content: origin + brand.shareImage }, LARGE_CARD]),
    { "script:ld+json": { ...product } },
  ];
}

const LARGE_CARD = { name: "twitter:card", content: "summary_large_image" };

/** The address under which search engines may list a page; undefined where they may not. */
export function searchAddress(
  { origin, lang }: Pick<PageFrame, "origin" | "lang">,
  { pathname, search }: MetaSource["location"],
): string | undefined {
  const { rest } = splitPath(pathname);
  const isOfOrder = new URLSearchParams(search).has("o");
  return isOfOrder || !isForSearch(rest) ? undefined : origin + inLanguage(lang, rest);
}
