import { act } from "@testing-library/react";
import { StrictMode } from "react";
import { vi } from "vitest";
import { show } from "../shell/stage";

/** What the browser of a test asks for, and what it is answered. */
export interface Server {
  asked: string[];
  answer: (path: string) => Response | Promise<Response>;
}

/** The build that pages of the tests are of. */
export const RUNNING = "4f1d2c3b";
export const MANIFEST = `/builds/${RUNNING}.json`;
export const NEWER = { build: "5e2f3a4b" };

/** A browser with empty storage and a clock that stands still until `pass`, in front of a server with the page's build. */
export function startBrowser(): Server {
  vi.useFakeTimers();
  sessionStorage.clear();
  const server: Server = { asked: [], answer: () => Response.json({ build: RUNNING }) };
  vi.stubGlobal("fetch", async (path: string, { signal }: RequestInit) => {
    server.asked.push(path);
    const givenUp = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
    });
    return Promise.race([server.answer(path), givenUp]);
  });
  return server;
}

export function endBrowser(): void {
  Reflect.deleteProperty(navigator, "connection");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

export const setConnection = (connection: Navigator["connection"]) =>
  Object.defineProperty(navigator, "connection", { configurable: true, value: connection });

/** Loads a page as a document of its own: nothing is known but what the browser stores. */
export async function openPage({ build }: { build: string | undefined } = { build: RUNNING }) {
  vi.resetModules();
  const { useNewVersion } = await import("~/version/use-new-version");
  const { takesDocument } = await import("~/version/document-due");
  // Loading it takes no time of the clock that stands still.
  await import("~/version/watch-version");
  function Page({ told }: { told: string | undefined }) {
    useNewVersion(told);
    return null;
  }
  const { unmount } = show(
    <StrictMode>
      <Page told={build} />
    </StrictMode>,
  );
  return { takesDocument, close: unmount };
}

export const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

/** Another tab is seen, until `comeBack`. */
export function hide(): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

export async function comeBack(): Promise<void> {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await pass(0);
}
