declare global {
  /** Chromium since 144, Firefox since 139. */
  var Temporal: { Now: { timeZoneId(): string } } | undefined;
}

/** The browser's time zone. The first Intl.DateTimeFormat of a page takes a phone a tenth of a second, so Temporal is asked where there is one. */
export const timeZoneHere = (): string =>
  globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
