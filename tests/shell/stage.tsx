import { UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import { render } from "@testing-library/react";
import type { ComponentProps, ReactElement } from "react";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { onTestFinished } from "vitest";
import { namespacesOf, type Page } from "~/i18n/pages";
import { translatorFor } from "~/i18n/translator";
import type { Messages } from "~/i18n/translator-settings";
import type { PageFrame } from "~/shell/page-frame";
import { brandOf } from "~/visitor/brand/brands.server";

/** What the root loader gives every page. */
export function makeFrame(overrides: Partial<PageFrame> = {}): PageFrame {
  return {
    lang: "en",
    page: "payment",
    origin: "http://localhost:3000",
    pageLinks: [],
    brand: brandOf(502),
    isTestMode: false,
    hasScripts: true,
    hasLinkedStyles: false,
    isAfterSubmit: false,
    isLight: false,
    year: "2026",
    mayTrack: true,
    mayChooseTracking: true,
    visitorFields: { fields: { csrf: "csrf-1" } },
    ...overrides,
  };
}

export type Language = "en" | "de" | "fr" | "ru" | "uk" | "ar";

interface Stage {
  lang?: Language;
  page?: Page;
  /** The address one is on. */
  at?: string;
  /** What the part's loader gives, now and whenever it is asked again. */
  data?: () => string | object;
  /** What is special about the frame around it. */
  frame?: Partial<PageFrame>;
}

type Bundle = Record<string, unknown>;

/** Loading all 26 languages would take each file of tests two seconds. */
const bundles = import.meta.glob<Bundle>("../../locales/{en,de,fr,ru,uk,ar}/*.json", {
  eager: true,
  import: "default",
});

const messagesOf = (lang: Language, page: Page): Messages =>
  Object.fromEntries(namespacesOf(page).map((name) => [name, bundles[`../../locales/${lang}/${name}.json`] ?? {}]));

/** Shows a part of a page as it stands in the app: below the root, in a language, at an address. */
export function show(
  part: ReactElement,
  { lang = "en", page = "payment", at = "/here", data, frame: special }: Stage = {},
) {
  const translator = translatorFor(lang, page, messagesOf(lang, page));
  const frame = makeFrame({ lang, page, ...special });
  const child = { id: "part", path: "*", element: part, loader: data };
  const root = { id: "root", path: "/", loader: () => frame, element: <Outlet />, children: [child] };
  const router = createMemoryRouter([root], {
    initialEntries: [at],
    hydrationData: { loaderData: { root: frame, part: data?.() } },
    future: ROUTER_FUTURE,
  });
  const shown = render(
    <RemixContext.Provider value={NO_SERVER}>
      <I18nextProvider i18n={translator}>
        <RouterProvider router={router} future={{ v7_startTransition: true }} />
      </I18nextProvider>
    </RemixContext.Provider>,
  );
  return { ...shown, router };
}

/** As Remix sets them. */
export const ROUTER_FUTURE = {
  v7_fetcherPersist: true,
  v7_normalizeFormMethod: true,
  v7_partialHydration: true,
  v7_relativeSplatPath: true,
  v7_skipActionErrorRevalidation: false,
};

/** Remix's links look up which modules a page has; here there are none to load. */
const NO_SERVER: ComponentProps<typeof RemixContext.Provider>["value"] = {
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
  isSpaMode: false,
  manifest: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
  routeModules: {},
  serverHandoffString: "",
};

/** The forms that the test sends from now on; they lead nowhere. */
export function sentForms(): FormData[] {
  const sent: FormData[] = [];
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) sent.push(new FormData(event.target, event.submitter));
  };
  document.addEventListener("submit", onSubmit);
  onTestFinished(() => document.removeEventListener("submit", onSubmit));
  return sent;
}

/** What their buttons said, each in its name. */
export const intentsOf = (sent: readonly FormData[]) =>
  sent.map((form) => new URLSearchParams([...form.keys()].find((name) => name.includes("="))).get("intent"));
