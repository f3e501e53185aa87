import { vi } from "vitest";

let width = 0;
const changed = new EventTarget();

/** Knows "(max-width: …px)". */
function matchMedia(query: string) {
  const most = Number(/\(max-width: ([\d.]+)px\)/.exec(query)?.[1]);
  return {
    get matches() {
      return width <= most;
    },
    addEventListener: changed.addEventListener.bind(changed),
    removeEventListener: changed.removeEventListener.bind(changed),
  };
}

/** The browser's window is so many pixels wide from now on; jsdom has no matchMedia of its own. */
export function resizeTo(pixels: number): void {
  width = pixels;
  vi.stubGlobal("matchMedia", matchMedia);
  changed.dispatchEvent(new Event("change"));
}
