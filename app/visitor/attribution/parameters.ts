/** The first value of a parameter whose name may be in any case; empty where there is none. */
export function firstOf(params: URLSearchParams, name: string): string {
  const found = [...params].find(([given]) => given.toLowerCase() === name);
  return found?.[1] ?? "";
}
