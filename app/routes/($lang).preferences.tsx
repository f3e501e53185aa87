import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { pageNotFound, problem } from "~/errors/errors.server";
import { addingParams, paths } from "~/paths";
import { readForm } from "~/security/forms.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { pathOfReturnPage, returnPageIn } from "~/shell/return-page";
import { languageParam, referringPage } from "~/visitor/arrival/language.server";
import { arrivalParams } from "~/visitor/attribution/attribution";
import { type Consent, trackingCookies } from "~/visitor/attribution/tracking.server";
import { cookieHeader } from "~/visitor/browser/cookies.server";

/** Yes-or-no preferences, each stored in the cookie of the same name. */
const PREFERENCES = ["lite", "consent"] as const;

/** There is no page here: the forms are in every page's footer. */
export function loader({ request }: LoaderFunctionArgs) {
  throw pageNotFound(request);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const lang = languageParam(params, request);
  const fields = await readForm(request);
  const given = PREFERENCES.filter((name) => fields[name] === "1" || fields[name] === "0");
  if (given.length === 0) throw problem(400);
  const headers = new Headers();
  for (const name of given) headers.append("Set-Cookie", cookieHeader(name, fields[name] ?? ""));
  const isRefused = fields.consent === "0";
  if (isRefused) for (const cookie of trackingCookies(request, REFUSED)) headers.append("Set-Cookie", cookie);
  const returnPage = returnPageIn(fields);
  const path = returnPage === undefined ? paths.home(lang) : pathOfReturnPage(lang, returnPage);
  // The form that pays is sent on to its page, with all that was typed.
  const status = fields.intent === "change-consent" ? 307 : 303;
  return redirect(isRefused ? path : addingParams(path, arrivalOf(request)), { status, headers });
}

/** Where the visitor comes from: nothing of that was stored before they agreed, so the page they answer on is asked. */
const arrivalOf = (request: Request): Record<string, string> =>
  arrivalParams(referringPage(request)?.searchParams ?? new URLSearchParams());

const REFUSED: Consent = { mayTrack: false, isAsked: false };

export const meta = pageMeta;

export default function Preferences() {
  return null;
}

export const ErrorBoundary = ErrorScreen;
