import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Resume, readResumeCode } from "~/checkout/resume-code";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { paths } from "~/paths";
import { ENGLISH_HINT, preferredLanguage } from "~/visitor/arrival/language.server";
import { clickParams } from "~/visitor/attribution/attribution";
import { cookieHeader } from "~/visitor/browser/cookies.server";

/**
 * Continues a checkout from another browser: redirects to it with the choices in the code. Any other text leads to an
 * unknown plan, whose page shows the plans on sale.
 */
export function loader({ request, params }: LoaderFunctionArgs) {
  const code = params.code ?? "";
  const resume = readResumeCode(code) ?? { plan: code };
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (resume.lang !== undefined) headers.append("Set-Cookie", cookieHeader("LANGUAGE", resume.lang));
  if (resume.app !== undefined) headers.append("Set-Cookie", cookieHeader("app", String(resume.app)));
  return redirect(checkoutAt(resume, request), { status: 302, headers });
}

/** English has no prefix in the path, so a parameter says it: otherwise the browser's language would redirect again. */
function checkoutAt({ plan, country, lang, coupon, cps }: Resume, request: Request): string {
  const language = lang === DEFAULT_LOCALE ? { [ENGLISH_HINT.name]: ENGLISH_HINT.value } : {};
  const hints = { ...(cps && clickParams(cps)), ...language };
  return paths.payment(lang ?? preferredLanguage(request), plan, { country, coupon, hints });
}
