/** The page of an order; undefined: the first page. */
export const orderAddress = (id?: string): string =>
  id === undefined ? "/operator" : `/operator/orders/${encodeURIComponent(id)}`;

/** The page that asks before an act is done. */
export const actAddress = (act: string, wanted: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(wanted).toString();
  return `/operator/acts/${act}${query && `?${query}`}`;
};
