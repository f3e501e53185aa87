import { randomBytes } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { problem, problemDocument } from "~/errors/errors.server";
import type { Page } from "~/i18n/pages";
import { isSigned, type Purpose, signatureOf } from "~/sealing.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { hostFacts, isFromOurHost, receive, refuse } from "./host-facts.server";
import { isOwnPost } from "./own-origin.server";

type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];

/**
 * The app's routes as any host gets them: no action runs for a form of another site, and no loader reads from a header what only
 * our host may say. See docs/decisions/001-remix-2.md.
 */
export const guardedRoutes = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, route && { ...route, module: guardedModule(route.module) }]),
  );

function guardedModule(module: Module): Module {
  const { loader, action } = module;
  const guarded: Module = { ...module };
  if (loader !== undefined)
    guarded.loader = (args) => {
      receive(args);
      return loader(args);
    };
  if (action !== undefined)
    guarded.action = async (args) => {
      receive(args);
      if (await isWelcome(args)) return action(args);
      refuse(args.context);
      throw isPage(module) ? problem(403) : problemDocument(403, "Forbidden");
    };
  return guarded;
}

/** Our own host has looked at where a form comes from already, and hides it from Remix. */
async function isWelcome({ request, context }: ActionFunctionArgs | LoaderFunctionArgs): Promise<boolean> {
  if (isFromOurHost(context)) return true;
  const { headers, url } = request;
  const form = () => request.clone().formData();
  const post = {
    pathname: new URL(url).pathname,
    header: (name: string) => headers.get(name) ?? undefined,
    form: () => form().catch(() => undefined),
  };
  return isOwnPost(post, env());
}

/** As Remix tells pages and other routes apart. */
const isPage = ({ default: component, ErrorBoundary }: Module): boolean =>
  component !== undefined || ErrorBoundary !== undefined;

/** All tokens have one length: a cached page has room for it. */
const CSRF_TOKEN = /^[\w-]{43}$/;

/**
 * The double-submit token, which is in a cookie and in the form. The host needs it for old WebViews, which send neither
 * Origin nor Sec-Fetch-Site with a form. Within one request it is always the same.
 */
export const csrfToken = (request: Request): CsrfToken =>
  tokenOf(cookieOf(request, "csrf"), hostFacts(request).requestId);

interface CsrfToken {
  token: string;
  /** Set where the browser does not have it yet. */
  setCookie: string | undefined;
}

/** @param sent the browser's cookie. @param requestId of a browser without one */
export function tokenOf(sent: string | undefined, requestId: string): CsrfToken {
  if (sent !== undefined && CSRF_TOKEN.test(sent)) return { token: sent, setCookie: undefined };
  const token = signatureOf("csrf", requestId);
  return { token, setCookie: cookieHeader("csrf", token) };
}

/** Pages whose visitors fill in nothing: their one form, in the footer, goes without the token. So all get the same bytes. */
const WITHOUT_FORMS: readonly (Page | undefined)[] = ["home", "pricing"];

/** Whether a page's forms carry the token, so that its cookie has to be there. */
export const needsToken = (page: Page | undefined): boolean => !WITHOUT_FORMS.includes(page);

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * A form's text fields; of repeated names the first counts. A button says all that its press means in its name, as `intent=change-plan&to=year`:
 * text browsers show a button's value, and do not know where else than to its form's address it leads. That counts before any field.
 * @throws a 415 or 400 for a body that is not a form
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!FORM_TYPES.includes(type)) throw problem(415);
  const form = await request.formData().catch(() => {
    throw problem(400);
  });
  const fields = new Map<string, string>();
  let pressed: URLSearchParams | undefined;
  for (const [name, value] of form) {
    if (name.includes("=")) pressed ??= new URLSearchParams(name);
    else if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
  }
  return Object.fromEntries([...fields, ...(pressed ?? [])]);
}

const RANDOM_BYTES = 15;
/** The random part in base64url. */
const RANDOM_LENGTH = 20;

/**
 * An idempotency key made with a form: 63 base64url characters. Its second part is a keyed hash of the first and of what the
 * form is about, so the key tells whether it was made for that.
 */
export function newFormKey(purpose: Purpose, about: string): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  return random + signatureOf(purpose, random + about);
}

/** Whether a key was made for what the form is about. */
export const isFormKeyOf = (purpose: Purpose, about: string, key: string): boolean =>
  isSigned(purpose, key.slice(0, RANDOM_LENGTH) + about, key.slice(RANDOM_LENGTH));
