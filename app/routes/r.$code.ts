import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Resume, readResumeCode } from "~/checkout/resume-code";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { paths } from "~/paths";
import { ENGLISH_HINT, preferredLanguage } from "~/visitor/arrival/language.server";
import { takeStoreToken } from "~/visitor/arrival/take-store-token.server";
import { clickParams } from "~/visitor/attribution/attribution";
import { cookieHeader } from "~/visitor/browser/cookies.server";
import { movedTokenCookie } from "~/visitor/store-token.server";

/**
 * Continues a checkout from another browser: redirects to it with the choices in the code. Any other text leads to an
 * unknown plan, whose page shows the plans on sale.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const code = params.code ?? "";
  const resume = readResumeCode(code) ?? { plan: code };
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (resume.lang !== undefined) headers.append("Set-Cookie", cookieHeader("LANGUAGE", resume.lang));
  if (resume.app !== undefined) headers.append("Set-Cookie", cookieHeader("app", String(resume.app)));
  const moved = resume.storeToken && (await movedTokenCookie(resume.storeToken));
  if (moved) headers.append("Set-Cookie", moved);
  // An app may also open such an address; what its store appends then is newer.
  for (const cookie of await takeStoreToken(request)) headers.append("Set-Cookie", cookie);
  return redirect(checkoutAt(resume, request), { status: 302, headers });
}

/** English has no prefix in the path, so a parameter says it: otherwise the browser's language would redirect again. */
function checkoutAt({ plan, country, lang, coupon, cps }: Resume, request: Request): string {
  const language = lang === DEFAULT_LOCALE ? { [ENGLISH_HINT.name]: ENGLISH_HINT.value } : {};
  const hints = { ...(cps && clickParams(cps)), ...language };
  return paths.payment(lang ?? preferredLanguage(request), plan, { country, coupon, hints });
}
