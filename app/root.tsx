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
import { Document } from "~/shell/document";
import { LastResort } from "~/shell/last-resort";
import { pageLinksOf } from "~/shell/links/page-links.server";
import { PageShell } from "~/shell/page-shell";
import { noticeFor, questionFor } from "~/shell/panels/notice.server";
import { edgeProblem } from "~/visitor/arrival/edge-problem.server";
import { settleArrival } from "~/visitor/arrival/settle-arrival.server";
import { csrfToken } from "~/visitor/browser/csrf.server";
import { consentOf } from "~/visitor/consent.server";
import { authOfDocument } from "~/visitor/identity/auth.server";
import { userInfoFor } from "~/visitor/identity/user-info.server";
import { env } from "./env.server";
import { messagesOf, OFFERED_LOCALES } from "./i18n/messages.server";
import { pageOf, splitPath } from "./i18n/pages";
import { visitorOf } from "./visitor/visitor.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { redirectTo, status, lang, headers } = await settleArrival(request);
  if (redirectTo !== undefined) throw redirect(redirectTo, { status, headers });
  const visitor = await visitorOf(request);
  const page = pageOf(new URL(request.url).pathname);
  const { auth, cookies } = await authOfDocument({ request, context });
  const { mayTrack } = await consentOf(request);
  const csrf = csrfToken(request);
  for (const cookie of [...cookies, csrf.setCookie]) if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return json(
    {
      lang,
      page: page ?? ("other" as const),
      messages: messagesOf(lang, page),
      languages: OFFERED_LOCALES,
      origin: env().publicOrigin,
      pageLinks: pageLinksOf(page),
      brand: visitor.brand,
      requestId: visitor.requestId,
      isTestMode: env().isTestMode,
      isLite: visitor.isLite,
      mayTrack,
      hasScripts: !visitor.isLite && edgeProblem(request) === undefined,
      year: new Date().getUTCFullYear(),
      csrf: csrf.token,
      account: auth.kind === "member" ? auth.profile.email : undefined,
      userInfo: userInfoFor(auth),
      notice: noticeFor(request, auth, lang),
      question: questionFor(auth, lang),
    },
    { headers },
  );
}
/** The messages depend only on the page and the language, so other navigations do not reload them. */
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
