import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Time passes on a clock that stands still otherwise. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The page is shown; `persisted`: again, from the back/forward cache. */
export function showPage(persisted: boolean): void {
  act(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));
  });
}

/** From now on the browser says so; it tells the page when it is connected again. */
export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => {
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
}

/** Presses a button that sends its form. @returns whether the browser sends it */
export async function press(button: HTMLElement): Promise<boolean> {
  let isSent = true;
  await act(async () => {
    const sent = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button });
    isSent = button.closest("form")?.dispatchEvent(sent) ?? false;
  });
  return isSent;
}
