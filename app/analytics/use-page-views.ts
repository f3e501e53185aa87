import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { documentId, isId, randomId } from "./browser-id";
import { tellableAddress } from "./page-address";
import { forgetViews, plan, tellBeforeLeaving, tellView } from "./view-queue";

/** Path and query of the last view of this document. */
let lastShown: string | undefined;

const HEARD = ["pageshow", "pagehide", "visibilitychange", "online"] as const;

interface ShownDocument {
  mayTrack: boolean;
  /** It is the answer to a form that comes back: the page was looked at before. */
  isAfterSubmit: boolean;
}

/**
 * Tells of a document at once: React may take it over only after the visitor has left. Where nothing may be told, the hook below
 * forgets what waits.
 */
export function tellDocument({ mayTrack, isAfterSubmit }: ShownDocument): void {
  if (!mayTrack) return;
  const { pathname, search } = location;
  lastShown = pathname + search;
  if (!isAfterSubmit) tellView({ id: viewId(), at: Date.now(), address: tellableAddress(pathname, search) });
  addEventListener("pagehide", tellBeforeLeaving);
}

/**
 * Tells the server of page views: of the document (by the id of its request, where the browser knows it), of each navigation in it, and
 * of its return from the back/forward cache. Where the visitor may not be tracked, views that wait are forgotten.
 */
export function usePageViews({ mayTrack, isAfterSubmit }: ShownDocument): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    removeEventListener("pagehide", tellBeforeLeaving);
    if (!mayTrack) return forgetViews();
    const show = (id: string) => tellView({ id, at: Date.now(), address: tellableAddress(pathname, search) });
    const shown = pathname + search;
    const isSeenBefore = shown === lastShown || (lastShown === undefined && isAfterSubmit);
    if (!isSeenBefore) show(lastShown ? randomId() : viewId());
    lastShown = shown;

    const onEvent = (event: Event) => {
      if (event.type === "pageshow") "persisted" in event && event.persisted && show(randomId());
      else if (event.type === "pagehide" || document.visibilityState === "hidden") tellBeforeLeaving();
      else plan(0);
    };
    for (const name of HEARD) addEventListener(name, onEvent);
    return () => {
      for (const name of HEARD) removeEventListener(name, onEvent);
    };
  }, [mayTrack, isAfterSubmit, pathname, search]);
}

/** Of the document's first view. */
function viewId(): string {
  const id = documentId();
  return id !== undefined && isId(id) ? id : randomId();
}
