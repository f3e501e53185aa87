import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { problemDocument } from "~/errors/errors.server";
import { isLocaleCode } from "~/i18n/locales";
import { memo } from "~/i18n/memo";
import { bundleOf } from "~/i18n/messages.server";
import { paths } from "~/paths";

/** A message bundle as a file, with English where the language has gaps; undefined where there is no such bundle. */
const messageFile = memo((lang: string, namespace: string) => {
  const bundle = isLocaleCode(lang) ? bundleOf(lang, namespace) : undefined;
  if (bundle === undefined) return undefined;
  const body = JSON.stringify(bundle);
  return { body, hash: createHash("sha256").update(body).digest("base64url").slice(0, 12) };
});

/** Message bundles as files. An address without the hash redirects to the one with it, which is cached for good. */
export function loader({ request, params: { lang = "", file = "" } }: LoaderFunctionArgs) {
  const namespace = /^([a-z-]+)\.json$/.exec(file)?.[1] ?? "";
  const found = messageFile(lang, namespace);
  if (found === undefined) return problemDocument(404);
  const isCurrent = new URL(request.url).searchParams.get("v") === found.hash;
  if (!isCurrent) return moved(paths.messages(lang, namespace, found.hash));
  return new Response(found.body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      ETag: `"${found.hash}"`,
    },
  });
}

const moved = (location: string) =>
  new Response(null, { status: 302, headers: { Location: location, "Cache-Control": "no-cache" } });
