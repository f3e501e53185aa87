import { useLocation } from "@remix-run/react";
import type { PageFrame } from "~/shell/page-frame";
import { searchAddress } from "~/shell/page-meta";

/**
 * For search engines: the page's canonical address, or `noindex`. Its other languages are in the sitemap: text browsers print each link
 * of a head.
 */
export function SearchLinks({ frame }: { frame: PageFrame }) {
  const address = searchAddress(frame, useLocation());
  if (address === undefined) return <meta name="robots" content="noindex" />;
  return <link rel="canonical" href={address} />;
}
