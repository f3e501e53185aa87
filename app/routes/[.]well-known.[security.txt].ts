import type { LoaderFunctionArgs } from "@remix-run/node";
import { millisecondsInDay } from "date-fns/constants";
import { env } from "~/env.server";
import { pageNotFound } from "~/errors/errors.server";

/** RFC 9116 asks for less than a year. The site is started more often than that. */
const expires = new Date(Date.now() + 360 * millisecondsInDay).toISOString();

/** Whom to tell of a hole (RFC 9116); an address without a page where nobody is named. */
export function loader({ request }: LoaderFunctionArgs) {
  const { securityContacts, publicOrigin } = env();
  if (securityContacts.length === 0) throw pageNotFound(request);
  const lines = [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
