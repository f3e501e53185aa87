import type { RunningHost } from "./running-host";

/** A form sent as a browser would from a page of the site; `headers` win, and an empty one is left out. */
export function postForm(
  { origin }: RunningHost,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  const all = { origin, "content-type": "application/x-www-form-urlencoded", ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
  return fetch(origin + path, { method: "POST", body, headers: sent, redirect: "manual" });
}
