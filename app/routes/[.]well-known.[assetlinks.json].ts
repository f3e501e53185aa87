import { problemDocument } from "~/errors/errors.server";
import { appsThatOpen } from "~/visitor/brand/brands.server";

/** Which apps Android may let open this site's addresses; which of them is for each app to say. Google follows no redirect to it. */
export function loader() {
  const statements = appsThatOpen().flatMap(({ openApp: { android } }) =>
    android === undefined
      ? []
      : [
          {
            relation: ["delegate_permission/common.handle_all_urls"],
            target: {
              namespace: "android_app",
              package_name: android.package,
              sha256_cert_fingerprints: android.sha256,
            },
          },
        ],
  );
  if (statements.length === 0) return problemDocument(404);
  return new Response(JSON.stringify(statements), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=3600" },
  });
}
