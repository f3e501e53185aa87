const HARMLESS_SEGMENT = /^[\w.~-]{1,40}$/;
const HARMLESS_NAME = /^\w{1,32}$/;
const MASK = "*";

/** Pages whose last segment lets its holder in: a resume code, a single receipt. */
const CAPABILITY_PAGES: readonly string[] = ["r", "receipts"];

/** A path fit for a log: nothing that could be an e-mail address, a token, a sign or a resume code. */
export function loggablePath(url: string): string {
  const [path = ""] = url.split("?", 1);
  const segments = path.split("/");
  return segments.map((segment, at) => (isHarmlessSegment(segment, segments[at - 1]) ? segment : MASK)).join("/");
}

function isHarmlessSegment(segment: string, before: string | undefined): boolean {
  if (segment === "") return true;
  return HARMLESS_SEGMENT.test(segment) && !CAPABILITY_PAGES.includes(before ?? "");
}

/** The names of the query's parameters, without their values. */
export function loggableQuery(url: string): string[] {
  const at = url.indexOf("?");
  if (at === -1) return [];
  const names = [...new URLSearchParams(url.slice(at)).keys()].slice(0, 32);
  return names.map((name) => (HARMLESS_NAME.test(name) ? name : MASK));
}
