/**
 * Which of Remix's coming ways are used. The build has them from here, and so has the browser: no page has to carry them.
 * docs/decisions/001-remix-2.md says why two of them stay off.
 */
export const REMIX_FUTURE = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_routeConfig: true,
  v3_singleFetch: false,
  v3_lazyRouteDiscovery: false,
};
