import { UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from "react-router-dom";
import type { PageFrame } from "~/components/page-frame";
import type { LocaleCode } from "~/i18n/locales";
import { messagesOf } from "~/i18n/messages.server";
import type { Page } from "~/i18n/pages";
import { translatorFor } from "~/i18n/translator";
import { brandOf } from "~/visitor/brands";

/** What the root loader gives every page. */
export function makeFrame(overrides: Partial<PageFrame> = {}): PageFrame {
  return {
    lang: "en",
    page: "payment",
    messages: {},
    languages: ["en", "de"],
    origin: "http://localhost:3000",
    pageLinks: [],
    brand: brandOf(502),
    requestId: "req-1",
    isTestMode: false,
    hasScripts: true,
    year: 2026,
    ...overrides,
  };
}

interface Stage {
  lang?: LocaleCode;
  page?: Page;
  /** The address one is on. */
  at?: string;
  /** Further pages below the root. */
  pages?: RouteObject[];
}

/** Shows a part of a page as it stands in the app: below the root, in a language, at an address. */
export function show(part: ReactElement, { lang = "en", page = "payment", at = "/", pages = [] }: Stage = {}) {
  const translator = translatorFor(lang, page, messagesOf(lang, page));
  const frame = makeFrame({ lang, page });
  const root = {
    id: "root",
    path: "/",
    loader: () => frame,
    element: <Outlet />,
    children: [...pages, { path: "*", element: part }],
  };
  const router = createMemoryRouter([root], { initialEntries: [at], hydrationData: { loaderData: { root: frame } } });
  const shown = render(
    <RemixContext.Provider value={NO_SERVER}>
      <I18nextProvider i18n={translator}>
        <RouterProvider router={router} />
      </I18nextProvider>
    </RemixContext.Provider>,
  );
  return { ...shown, router };
}

/** Remix's links look up which modules a page has; here there are none to load. */
const NO_SERVER = {
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
    unstable_optimizeDeps: false,
  },
  isSpaMode: false,
  manifest: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
  routeModules: {},
  serverHandoffString: "",
  staticHandlerContext: undefined,
} as const;
