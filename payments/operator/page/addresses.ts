/** The page of an order; undefined: the first page. */
export const orderAddress = (id?: string): string =>
  id === undefined ? "/operator" : `/operator/orders/${encodeURIComponent(id)}`;

/** Where people sign in, to come back to a page of the operator's; undefined: to the first one. */
export const loginAddress = (backTo?: string): string =>
  `/operator/login${backTo === undefined ? "" : `?${new URLSearchParams({ to: backTo })}`}`;

/** The page that asks before an act is done. */
export const actAddress = (act: string, wanted: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(wanted).toString();
  return `/operator/acts/${act}${query && `?${query}`}`;
};
