import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { LocaleCode } from "~/i18n/locales";
import { messagesOf } from "~/i18n/messages.server";
import type { Page } from "~/i18n/pages";

/**
 * JSON for a data block of a page, such that no text in it can end the block. Properties named `visitorFields` are left out: what is in
 * them belongs to one visitor (a form's keys, for example), is in the page's hidden fields already, and React leaves those
 * as they are. So the block is the same for everybody who gets the same page.
 */
export const blockJson = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => (key === "visitorFields" ? undefined : inner)).replace(
    /[&><\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Remix's types leave out the part that is there in development. */
export type Manifest = EntryContext["manifest"] & { hmr?: { runtime: string } };

/** The block with what Remix needs in the browser: a PageState. */
export function pageState({ staticHandlerContext, isSpaMode, ...context }: EntryContext): string {
  const manifest: Manifest = context.manifest;
  const { loaderData, actionData, errors, matches } = staticHandlerContext;
  const routes = matches.map(({ route: { id } }) => id);
  return blockJson({
    context: { isSpaMode, state: { loaderData, actionData, errors: errors && sentErrors(errors) } },
    routes,
    manifest: manifest.hmr && {
      ...manifest,
      routes: Object.fromEntries(routes.map((id) => [id, manifest.routes[id]])),
    },
  });
}

const messageBlocks = new Map<string, string>();

/** The block with a page's messages. They do not change while the site runs. */
export function messagesBlock(lang: LocaleCode, page: Page | undefined): string {
  const key = `${lang} ${page}`;
  const block = messageBlocks.get(key) ?? blockJson(messagesOf(lang, page));
  messageBlocks.set(key, block);
  return block;
}

/** In the way in which Remix reads errors in the browser. Of a mistake in the code nothing is sent but that it was one. */
const sentErrors = (errors: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, sentError(error)]));

function sentError(error: unknown) {
  if (!isRouteErrorResponse(error)) return { __type: "Error", message: "Unexpected Server Error" };
  const { status, statusText, data } = error;
  return { __type: "RouteErrorResponse", status, statusText, data };
}
