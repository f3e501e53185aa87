import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  type MetaFunction,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { frontIdCookie, frontIdOf, givesFrontId, recordLanguage } from "~/analytics/record-event.server";
import type { Toast } from "~/enhance/toasts/show-toast";
import { splitPath } from "~/i18n/locales";
import { csrfToken, needsToken } from "~/security/forms.server";
import { hostFacts } from "~/security/host-facts.server";
import { Document } from "~/shell/document";
import { LastResort } from "~/shell/last-resort";
import { pageLinksOf } from "~/shell/links/page-links.server";
import { PageShell } from "~/shell/page-shell";
import { consentQuestionFor, noticeFor, questionFor } from "~/shell/panels/notice.server";
import { linksStyles } from "~/styles/linked-styles.server";
import { arrive, isAfterSubmit } from "~/visitor/arrival/arrival.server";
import { type Consent, chosenConsent, hasPrivacySignal } from "~/visitor/attribution/tracking.server";
import { placesThatAsk } from "~/visitor/brand/brands.server";
import { cookieOf } from "~/visitor/browser/cookies.server";
import { type Auth, authOfDocument } from "~/visitor/identity/auth.server";
import { userInfoFor } from "~/visitor/identity/user-info";
import { consentOf, type Visitor, visitorOf } from "~/visitor/visitor.server";
import { env } from "./env.server";
import { type LocaleCode, localeOf } from "./i18n/locales";
import { translate } from "./i18n/messages.server";
import { formatYear } from "./i18n/numbers";
import { pageOf } from "./i18n/pages";
import { SIGNED_OUT_TOAST } from "./paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { redirectTo, status, lang, headers, isNewLanguage } = await arrive(request);
  recordLanguage(request, lang, { headers, redirectTo });
  if (redirectTo !== undefined) throw redirect(redirectTo, { status, headers });
  const visitor = await visitorOf(request);
  const page = pageOf(new URL(request.url).pathname);
  const { build, problem } = hostFacts(request);
  const isRefused = problem !== undefined;
  const [{ auth, cookies }, consent] = await Promise.all([
    authOfDocument({ request, context }),
    isRefused ? NOT_TRACKED : consentOf(request),
  ]);
  const csrf = csrfToken(request);
  // Whoever is logged out is asked what to do by a form, on any page. A form of another site came without cookies: a new one
  // would take the place of the browser's own.
  const mayNeedToken = !isRefused && (needsToken(page) || auth.kind !== "anonymous");
  const tokenCookie = mayNeedToken ? csrf.setCookie : undefined;
  const needsId = consent.mayTrack && givesFrontId(request);
  const idCookie = needsId ? frontIdCookie(cookieOf(request, "userId"), frontIdOf(request)) : undefined;
  const given = [...cookies, tokenCookie, idCookie];
  for (const cookie of given) if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return json(
    {
      lang,
      page: page ?? ("other" as const),
      origin: env().publicOrigin,
      pageLinks: pageLinksOf(page),
      brand: visitor.brand,
      commerce: commerceName(lang),
      build,
      isTestMode: env().isTestMode,
      isLight: visitor.isLight,
      hasLinkedStyles: linksStyles(request.headers.get("sec-fetch-site"), page),
      hasScripts: !visitor.isLight && !isRefused,
      isAfterSubmit: isAfterSubmit(request),
      year: formatYear(lang, new Date().getUTCFullYear()),
      visitorFields: { fields: { csrf: csrf.token } },
      account: auth.kind === "member" ? auth.profile.email : undefined,
      userInfo: userInfoFor(auth),
      mayTrack: consent.mayTrack,
      askingPlaces: askingPlaces(request, consent, visitor),
      mayChooseTracking: !isRefused && !hasPrivacySignal(request),
      consentQuestion: consentQuestionFor(consent, page, lang),
      notice: noticeFor(request, auth, lang),
      question: questionFor(auth, lang),
      toast: isNewLanguage ? languageToast(lang) : signedOutToast(lang, request, auth),
    },
    { headers },
  );
}

/** Only Japanese law asks for that page. */
const commerceName = (lang: LocaleCode) => (lang === "ja" ? translate(lang)("sale:commerce") : undefined);

const askingPlaces = (request: Request, { mayTrack }: Consent, { appType }: Visitor) =>
  mayTrack && chosenConsent(request) === undefined ? placesThatAsk(appType) : undefined;

const languageToast = (lang: LocaleCode): Toast => ({
  kind: "success",
  text: translate(lang)("global:languageChanged", { language: localeOf(lang).name }),
});

/** Long enough to read, and to go to the account page. */
const SIGNED_OUT_MS = 15_000;

function signedOutToast(lang: LocaleCode, request: Request, auth: Auth): Toast | undefined {
  const isAsked = new URL(request.url).searchParams.get(SIGNED_OUT_TOAST.name) === SIGNED_OUT_TOAST.value;
  if (!isAsked || auth.kind !== "anonymous") return undefined;
  return { kind: "warn", text: translate(lang)("account:notice.signedOut"), ms: SIGNED_OUT_MS };
}

/** A request that the host refused: nothing about its visitor is found out. */
const NOT_TRACKED: Consent = { mayTrack: false, isAsked: false };

/** What stands around a page depends only on the page and the language, so other navigations do not load it again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  pageOf(currentUrl.pathname) !== pageOf(nextUrl.pathname) ||
  splitPath(currentUrl.pathname).lang !== splitPath(nextUrl.pathname).lang;

/** For pages without a title. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.brand.appName ?? "VPN" }];

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  // React Router returns null where there is no error, against its types.
  const isFailed = Boolean(useRouteError());
  return (
    <Document frame={data} isFailed={isFailed}>
      {children}
    </Document>
  );
}

export default function App() {
  const data = useLoaderData<typeof loader>();
  return (
    <PageShell frame={data}>
      <Outlet />
    </PageShell>
  );
}

export function ErrorBoundary() {
  return <LastResort />;
}
