import type { Page } from "~/i18n/pages";

/** Where a buyer comes from the provider, and has seen pages of the site before. */
const AFTER_PAYING: readonly (Page | undefined)[] = ["paystatus", "paysuc"];

/**
 * Whether the styles of all pages are linked rather than in the page: for whoever has seen another page of the site. A first page has them
 * inside, so that it needs no second request before anything is seen.
 * @param comesFrom the header Sec-Fetch-Site; older browsers do not send it, and have the styles in most pages
 */
export const linksStyles = (comesFrom: string | null, page: Page | undefined): boolean =>
  comesFrom === "same-origin" || AFTER_PAYING.includes(page);
