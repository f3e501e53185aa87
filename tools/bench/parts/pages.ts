/** The pages that most visitors see first. */
export const PAGES = ["/", "/pricing", "/payment", "/payment/yearly", "/ar/payment/yearly", "/receipts"];

/** The same page at an address that nobody else asks for, so that it is rendered. */
export const uncached = (path: string): string => `${path}?utm_source=bench`;
