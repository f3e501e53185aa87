import { sharedBy } from "~/security/host-facts.server";

/** By request: what is done once it is answered; "shown" from then on. */
const waiting = new WeakMap<object, (() => void)[] | "shown">();

/**
 * Does something once a request is answered with a page or its data: at once, where that has happened. Never where the answer is a
 * redirect, which nobody sees: the loaders of a page run side by side, so one of them may record what another one redirects.
 */
export function onceShown(request: Request, deed: () => void): void {
  const deeds = waiting.get(sharedBy(request)) ?? [];
  if (deeds === "shown") deed();
  else waiting.set(sharedBy(request), [...deeds, deed]);
}

/** A request is answered, and not by a redirect. */
export function isShownNow(request: Request): void {
  const deeds = waiting.get(sharedBy(request)) ?? [];
  waiting.set(sharedBy(request), "shown");
  if (deeds !== "shown") for (const deed of deeds) deed();
}
