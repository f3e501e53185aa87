import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ToastRegion } from "~/enhance/toasts/toast-region";
import { OpenInBrowserPanel } from "~/visitor/browser/open-in-browser";
import type { OpenInBrowser } from "~/visitor/browser/open-in-browser.server";
import { show } from "../shell/stage";

const ELSEWHERE: OpenInBrowser = {
  link: "https://pay.example.com/r/year.gb.de",
  code: { size: 21, path: "M0 0.5h7" },
  words: { title: "Continue", text: "Open it", link: "Link", copy: "Copy link", copied: "Copied", code: "Scan" },
};

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
});

/** What the browser does with a text that a script copies. */
function clipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
}

const press = () => act(async () => fireEvent.click(screen.getByRole("button", { hidden: true })));

it("the link can be copied in one tap; the button says so, and a toast", async () => {
  const writeText = vi.fn(async () => {});
  clipboard(writeText);
  show(
    <>
      <ToastRegion fromPage={undefined} />
      <OpenInBrowserPanel openInBrowser={ELSEWHERE} />
    </>,
  );
  await press();
  expect(writeText).toHaveBeenCalledWith(ELSEWHERE.link);
  expect(screen.getByText("Copied").className).toBe("button-quiet");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Copied"));
});

it.each([
  ["the browser has no clipboard for scripts", undefined],
  ["the app forbids it", () => Promise.reject(new DOMException("Not allowed", "NotAllowedError"))],
])("where %s the link is there to be copied by hand", async (_, writeText) => {
  if (writeText !== undefined) clipboard(writeText);
  show(<OpenInBrowserPanel openInBrowser={ELSEWHERE} />);
  if (writeText !== undefined) await press();
  expect(screen.queryByRole("button", { hidden: true })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Link").value).toBe(ELSEWHERE.link);
});

it("a tap on the link selects all of it", () => {
  show(<OpenInBrowserPanel openInBrowser={ELSEWHERE} />);
  const field = screen.getByLabelText<HTMLInputElement>("Link");
  fireEvent.focus(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, ELSEWHERE.link.length]);
});

it("in the visitor's own browser there is nothing", () => {
  const { container } = show(<OpenInBrowserPanel openInBrowser={undefined} />);
  expect(container.textContent).toBe("");
});
