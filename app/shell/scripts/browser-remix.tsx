import type { MetaDescriptor } from "@remix-run/react";
import { Component, createContext, Fragment, type ReactNode, useContext, useMemo } from "react";
import { type LoadInPlace, type ShownPage, usePageInPlace } from "./page-in-place";

/**
 * Stands in for @remix-run/react in the scripts that browsers load (vite.config.ts), with that part of it that pages use, for a
 * twentieth of the bytes: it takes over the document, and loads the data of the page's own route in place. The server and the
 * development server have the real one. Not in it: other routes, forms, fetchers, links, scroll positions.
 */

interface Remix {
  page: ShownPage;
  load: LoadInPlace;
}

const FIRST: ShownPage = { pathname: "", search: "", loaderData: {}, actionData: null, errors: null, isLoading: false };
const RemixContext = createContext<Remix>({ page: FIRST, load: async () => {} });
/** The route that is rendered, and what is inside of it. */
const RouteContext = createContext<{ id: string; inside: ReactNode }>({ id: "", inside: null });
const CaughtError = createContext<unknown>(undefined);

const usePage = (): ShownPage => useContext(RemixContext).page;

/** The ids of the page's routes, the outermost first. */
const routeIds = (): string[] => Object.keys(window.__remixRouteModules);

/** Those that are shown: what is inside of a failed one is not. */
function shownIds({ errors }: ShownPage): string[] {
  const ids = routeIds();
  const failed = ids.findIndex((id) => errors !== null && id in errors);
  return failed === -1 ? ids : ids.slice(0, failed + 1);
}

/** As the document says. */
function firstPage(): ShownPage {
  const { loaderData = {}, actionData = null, errors = null } = window.__remixContext.state;
  const { pathname, search } = location;
  return { pathname, search, loaderData, actionData, errors, isLoading: false };
}

export function RemixBrowser() {
  const { page, load } = usePageInPlace(firstPage, routeIds().pop() ?? "");
  const remix = useMemo(() => ({ page, load }), [page, load]);
  return (
    <RemixContext.Provider value={remix}>
      {shownIds(page).reduceRight<ReactNode>(
        (inside, id) => (
          <RouteBoundary key={id} {...{ id, inside, page }} />
        ),
        null,
      )}
    </RemixContext.Provider>
  );
}

interface RouteProps {
  id: string;
  inside: ReactNode;
  page: ShownPage;
}

/** Shows a route, or its error screen where the server or its rendering failed, until another page's data comes. */
class RouteBoundary extends Component<RouteProps, { page: ShownPage; caught: unknown }> {
  override state = { page: this.props.page, caught: undefined };

  static getDerivedStateFromError(caught: unknown) {
    return { caught };
  }

  static getDerivedStateFromProps({ page }: RouteProps, shown: { page: ShownPage }) {
    return page === shown.page ? null : { page, caught: undefined };
  }

  override render() {
    const { id, inside, page } = this.props;
    const caught = this.state.caught ?? page.errors?.[id];
    return (
      <RouteContext.Provider value={{ id, inside }}>
        <CaughtError.Provider value={caught}>
          <Route id={id} hasFailed={caught !== undefined} />
        </CaughtError.Provider>
      </RouteContext.Provider>
    );
  }
}

function Route({ id, hasFailed }: { id: string; hasFailed: boolean }) {
  const { default: Content, ErrorBoundary, Layout } = window.__remixRouteModules[id] ?? {};
  const Shown = (hasFailed ? ErrorBoundary : Content) ?? Fragment;
  const shown = <Shown />;
  return Layout === undefined ? shown : <Layout>{shown}</Layout>;
}

export function Outlet(): ReactNode {
  const { inside } = useContext(RouteContext);
  return <CaughtError.Provider value={undefined}>{inside}</CaughtError.Provider>;
}

export const useRouteLoaderData = (id: string): unknown => usePage().loaderData[id];
export const useLoaderData = (): unknown => useRouteLoaderData(useContext(RouteContext).id);
export const useActionData = (): unknown => usePage().actionData?.[useContext(RouteContext).id];
export const useRouteError = (): unknown => useContext(CaughtError);
export const useLocation = (): Pick<ShownPage, "pathname" | "search"> => usePage();

export function useMatches(): { id: string; data: unknown }[] {
  const { loaderData } = usePage();
  return useMemo(() => routeIds().map((id) => ({ id, data: loaderData[id] })), [loaderData]);
}

export const useNavigation = () => ({ state: usePage().isLoading ? "loading" : "idle" });

/** Leads to another address of the page's own route. */
export function useNavigate(): (address: string) => void {
  const { load } = useContext(RemixContext);
  return (address) => void load(address, { isNew: true });
}

export function useRevalidator() {
  const { load } = useContext(RemixContext);
  const { pathname, search } = usePage();
  return useMemo(() => ({ revalidate: () => load(pathname + search, { isQuiet: true }) }), [load, pathname, search]);
}

/** Whether an error is an answer that the server has thrown. */
export const isRouteErrorResponse = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "status" in error && "statusText" in error && "data" in error;

/** What the innermost route that is shown says of the page, or the next one around it that says something. */
export function Meta() {
  const page = usePage();
  const { loaderData, errors, pathname, search } = page;
  const location = { pathname, search, hash: "", state: null, key: "" };
  const ids = shownIds(page);
  const error = errors?.[ids[ids.length - 1] ?? ""] ?? null;
  const matches = ids.map((id) => ({ id, data: loaderData[id], pathname, params: {}, meta: [], error }));
  const said = matches.map(({ id, data }) =>
    window.__remixRouteModules[id]?.meta?.({ data, params: {}, location, matches, error }),
  );
  const tags = said.filter((tags) => tags !== undefined).pop() ?? [];
  return <>{tags.map((tag) => tag && <Tag key={JSON.stringify(tag)} tag={tag} />)}</>;
}

function Tag({ tag }: { tag: MetaDescriptor }) {
  if ("title" in tag) return <title>{String(tag.title)}</title>;
  if (!("script:ld+json" in tag)) return "tagName" in tag ? null : <meta {...tag} />;
  // For search engines, which have read the document.
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}
