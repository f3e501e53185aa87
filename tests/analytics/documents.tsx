import { act } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, vi } from "vitest";
import type { View, ViewBatch } from "~/analytics/read-batch.server";
import { show } from "../shell/stage";

/** Keeps its text where a test can read it. */
class TextBlob {
  readonly text: string;
  readonly type: string;
  constructor(parts: string[], { type }: { type: string }) {
    this.text = parts.join("");
    this.type = type;
  }
}

const readBatch = (body: unknown): ViewBatch => {
  if (!(body instanceof TextBlob)) throw new Error("A batch is sent as a Blob");
  expect(body.type).toBe("application/json");
  return JSON.parse(body.text);
};

export const setCookies = (cookies: string) => vi.spyOn(document, "cookie", "get").mockReturnValue(cookies);

/** What browsers of the tests send to /events, and how the server and the browser take it. */
export interface Wire {
  fetched: ViewBatch[];
  beacons: ViewBatch[];
  answer: () => Response | Promise<Response>;
  takesBeacons: boolean;
  isOnline: boolean;
}

/** Ends what a test's documents listen to: the files of a worker share a window. */
let listening = new AbortController();

/** A browser with empty storage and a clock that stands still until `pass`. */
export function startBrowser(): Wire {
  vi.useFakeTimers();
  listening = new AbortController();
  const { signal } = listening;
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation(
    (name: string, listener: EventListenerOrEventListenerObject) => listen(name, listener, { signal }),
  );
  localStorage.clear();
  const wire: Wire = {
    fetched: [],
    beacons: [],
    answer: () => new Response(null, { status: 204 }),
    takesBeacons: true,
    isOnline: true,
  };
  vi.stubGlobal("Blob", TextBlob);
  vi.stubGlobal("fetch", async (address: string, { method, keepalive, body }: RequestInit) => {
    expect({ address, method, keepalive }).toEqual({ address: "/events", method: "POST", keepalive: true });
    wire.fetched.push(readBatch(body));
    return wire.answer();
  });
  const sendBeacon = (address: string, body: unknown) => {
    expect(address).toBe("/events");
    if (wire.takesBeacons) wire.beacons.push(readBatch(body));
    return wire.takesBeacons;
  };
  Object.defineProperty(navigator, "sendBeacon", { configurable: true, value: sendBeacon });
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => wire.isOnline);
  return wire;
}

export function endBrowser(): void {
  listening.abort();
  Reflect.deleteProperty(navigator, "sendBeacon");
  Reflect.deleteProperty(performance, "getEntriesByType");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

interface Opened {
  at?: string;
  requestId?: string;
  mayTrack?: boolean;
  isAfterSubmit?: boolean;
  /** The page's script has come, and React has not taken the page over yet. */
  isBeforeReact?: boolean;
}

/** Loads a page as a document of its own: nothing is known but what the browser stores. Also another tab. */
export async function openDocument({
  at = "/payment",
  requestId = crypto.randomUUID(),
  mayTrack = true,
  isAfterSubmit = false,
  isBeforeReact = false,
}: Opened = {}) {
  vi.resetModules();
  tellId(requestId);
  const { reportDocument, usePageViews } = await import("~/analytics/page-views");
  history.replaceState(null, "", at);
  reportDocument({ mayTrack, isAfterSubmit });
  function Page() {
    usePageViews({ mayTrack, isAfterSubmit });
    return null;
  }
  const page = <StrictMode>{isBeforeReact ? null : <Page />}</StrictMode>;
  const { router, unmount } = show(page, { at });
  return {
    requestId,
    go: (to: string) => act(() => router.navigate(to)),
    /** The page ends at once: none of its timers runs any more. */
    close: () => {
      unmount();
      vi.clearAllTimers();
    },
  };
}

/** As the host tells the id of the document's request, in its Server-Timing header. */
export function tellId(requestId: string): void {
  class Navigation {
    serverTiming = [
      { name: "cache", description: "hit" },
      { name: "view", description: requestId },
    ];
  }
  vi.stubGlobal("PerformanceNavigationTiming", Navigation);
  Object.defineProperty(performance, "getEntriesByType", { configurable: true, value: () => [new Navigation()] });
}

export const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

/** The page is no longer seen: another tab is, or another page. */
export function hide(): void {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  state.mockRestore();
}

/** The page is shown: after it was loaded, or again from the back/forward cache. */
export const showAgain = (persisted: boolean) =>
  act(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted })));

export const idsOf = (batches: readonly ViewBatch[]): string[] =>
  batches.flatMap(({ views }) => views.map(({ id }) => id));

export const addressesOf = (batches: readonly ViewBatch[]): string[] =>
  batches.flatMap(({ views }) => views.map(({ address }) => address));

/** The views in local storage. */
export const kept = (): View[] => JSON.parse(localStorage.getItem("views") ?? "[]");

/** Puts views into local storage, as earlier pages left them. */
export function leaveViews(count: number): View[] {
  const views = Array.from({ length: count }, () => ({ id: crypto.randomUUID(), at: Date.now(), address: "/" }));
  localStorage.setItem("views", JSON.stringify(views));
  return views;
}

export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const method of ["getItem", "setItem", "removeItem"] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse);
  }
}
