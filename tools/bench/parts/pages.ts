/** The pages that most visitors see first. */
export const PAGES = ["/", "/pricing", "/payment", "/payment/yearly", "/ar/payment/yearly", "/receipts"];

/** The same page at an address that is never cached, so that it is rendered: some other page has that parameter, and this one lets it be. */
export const uncached = (path: string): string => `${path}?page=bench`;
