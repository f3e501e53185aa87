import type { LoaderFunctionArgs } from "@remix-run/node";
import { problemDocument } from "~/errors/errors.server";
import { paths } from "~/paths";
import { brandOfManifest } from "~/visitor/brand/brands.server";

/** The web app manifest of a brand that has one. The brand's pictures are static files, which the host serves. */
export function loader({ params }: LoaderFunctionArgs) {
  const found = brandOfManifest(params.file ?? "");
  if (found === undefined) return problemDocument(404);
  const { appName, brandImage, primaryColor } = found.brand;
  const manifest = {
    name: appName,
    short_name: appName,
    start_url: paths.homeOfApp(found.id),
    scope: "/",
    display: "browser",
    icons: [{ src: brandImage, sizes: "any", type: "image/svg+xml" }],
    theme_color: primaryColor,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
