import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showToast, type Toast } from "~/enhance/toasts/show-toast";
import { ToastRegion } from "~/enhance/toasts/toast-region";
import { show } from "../shell/stage";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock("~/enhance/toasts/toast-controls");
  vi.resetModules();
  window.history.replaceState(null, "", "/");
});

const SENT: Toast = { kind: "success", text: "Sent" };

/** Waits for what is loaded on demand, then for time to pass. */
const pass = (ms: number) =>
  act(async () => {
    await vi.dynamicImportSettled();
    vi.advanceTimersByTime(ms);
  });

async function onPage(fromPage?: Toast) {
  const page = show(
    <>
      <input aria-label="Name" />
      <ToastRegion fromPage={fromPage} />
    </>,
  );
  await pass(0);
  return page;
}

/** Toasts that are shown one after the other. */
async function toasts(...all: Toast[]) {
  for (const toast of all) act(() => showToast(toast));
  await pass(0);
}

/** In their order on the page. */
const texts = () =>
  [...document.querySelectorAll(":is([role=status], [role=alert])")].map(({ textContent }) => textContent);
const texted = (text: string) => screen.getByText(text);
const closeButtons = () => screen.getAllByRole("button", { name: "Close" });
const firstCloseButton = () => closeButtons()[0] ?? expect.unreachable("No toast is shown");

describe("a toast", () => {
  it("goes after six seconds", async () => {
    await onPage();
    await toasts(SENT);
    await pass(5_999);
    expect(texts()).toEqual(["Sent"]);
    await pass(1);
    expect(texts()).toEqual([]);
  });

  it("goes after the time it was given", async () => {
    await onPage();
    await toasts({ ...SENT, ms: 1_000 });
    await pass(999);
    expect(texts()).toEqual(["Sent"]);
    await pass(1);
    expect(texts()).toEqual([]);
  });

  it.each([
    ["success", "status"],
    ["warn", "status"],
    ["error", "alert"],
  ] as const)(
    "of the kind %s is a live region of the role %s, which knows its text a moment later",
    async (kind, role) => {
      await onPage();
      await toasts({ kind, text: "News" });
      const region = screen.getByRole(role);
      expect(region.textContent).toBe("");
      await pass(100);
      expect([screen.getByRole(role), region.textContent]).toEqual([region, "News"]);
    },
  );

  it("that came with the page is there from the first paint, and is told once scripts run", async () => {
    show(<ToastRegion fromPage={SENT} />);
    const painted = texted("Sent");
    await pass(0);
    await pass(100);
    expect(texted("Sent")).not.toBe(painted);
    expect(texts()).toEqual(["Sent"]);
    await pass(5_900);
    expect(texts()).toEqual([]);
  });

  it("with the text of one that is shown takes its place, and its time starts anew", async () => {
    await onPage();
    await toasts(SENT);
    await pass(4_000);
    await toasts({ ...SENT });
    expect(texts()).toEqual(["Sent"]);
    await pass(5_999);
    expect(texts()).toEqual(["Sent"]);
    await pass(1);
    expect(texts()).toEqual([]);
  });

  it("goes after its time also where what scripts add to it cannot be loaded", async () => {
    vi.doMock("~/enhance/toasts/toast-controls", () => {
      throw new Error("You are offline");
    });
    vi.resetModules();
    const fresh = {
      ...(await import("~/enhance/toasts/toast-region")),
      ...(await import("~/enhance/toasts/show-toast")),
    };
    render(<fresh.ToastRegion fromPage={undefined} />);
    act(() => fresh.showToast(SENT));
    await pass(0);
    await pass(5_999);
    expect([texts(), screen.queryByRole("button")]).toEqual([["Sent"], null]);
    await pass(1);
    expect(texts()).toEqual([]);
  });
});

it("toasts stack, the newest last; a fourth one waits, and its time with it", async () => {
  await onPage();
  await toasts(
    { kind: "success", text: "One", ms: 1_000 },
    { kind: "error", text: "Two" },
    { kind: "warn", text: "Three" },
    { kind: "success", text: "Four", ms: 1_000 },
  );
  await pass(999);
  expect(texts()).toEqual(["One", "Two", "Three"]);
  await pass(1);
  await pass(999);
  expect(texts()).toEqual(["Two", "Three", "Four"]);
  await pass(1);
  expect(texts()).toEqual(["Two", "Three"]);
});

describe("time stands still", () => {
  it("while the pointer is over a toast, and goes on from there", async () => {
    await onPage();
    await toasts(SENT);
    await pass(4_000);
    fireEvent.pointerOver(texted("Sent"));
    await pass(60_000);
    expect(texts()).toEqual(["Sent"]);
    fireEvent.pointerOut(texted("Sent"));
    await pass(1_999);
    expect(texts()).toEqual(["Sent"]);
    await pass(1);
    expect(texts()).toEqual([]);
  });

  it("while a toast has the focus, and goes on from there", async () => {
    await onPage();
    await toasts(SENT);
    await pass(4_000);
    act(() => firstCloseButton().focus());
    await pass(60_000);
    expect(texts()).toEqual(["Sent"]);
    act(() => screen.getByLabelText("Name").focus());
    await pass(1_999);
    expect(texts()).toEqual(["Sent"]);
    await pass(1);
    expect(texts()).toEqual([]);
  });

  it("for all of them, so that none moves away from under the pointer", async () => {
    await onPage();
    await toasts({ kind: "success", text: "One" }, { kind: "warn", text: "Two", ms: 1_000 });
    await pass(100);
    fireEvent.pointerOver(texted("One"));
    await pass(60_000);
    expect(texts()).toEqual(["One", "Two"]);
  });

  it("while nobody looks at the page", async () => {
    await onPage();
    await toasts(SENT);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    fireEvent(document, new Event("visibilitychange"));
    await pass(60_000);
    expect(texts()).toEqual(["Sent"]);
    hidden.mockRestore();
    fireEvent(document, new Event("visibilitychange"));
    await pass(6_000);
    expect(texts()).toEqual([]);
  });

  it("for nobody who moves the pointer or the focus elsewhere", async () => {
    await onPage();
    await toasts(SENT);
    fireEvent.pointerOver(screen.getByLabelText("Name"));
    act(() => screen.getByLabelText("Name").focus());
    await pass(6_000);
    expect(texts()).toEqual([]);
  });
});

describe("a toast is closed", () => {
  it("by its button; the time of the others goes on", async () => {
    await onPage();
    await toasts({ kind: "success", text: "One" }, { kind: "success", text: "Two" });
    await pass(100);
    act(() => firstCloseButton().focus());
    fireEvent.click(firstCloseButton());
    expect(texts()).toEqual(["Two"]);
    await pass(6_000);
    expect(texts()).toEqual([]);
  });

  it("by Escape while the focus is in it, which then is where it was before", async () => {
    await onPage();
    await toasts({ kind: "success", text: "One" }, { kind: "success", text: "Two" });
    await pass(100);
    const name = screen.getByLabelText("Name");
    act(() => name.focus());
    fireEvent.keyDown(name, { key: "Escape" });
    expect(texts()).toEqual(["One", "Two"]);
    act(() => firstCloseButton().focus());
    fireEvent.keyDown(firstCloseButton(), { key: "Escape" });
    expect([texts(), document.activeElement]).toEqual([["Two"], name]);
  });

  it("by coming back to a page from the browser's cache, and by nothing else of that kind", async () => {
    await onPage(SENT);
    act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false })));
    expect(texts()).toEqual(["Sent"]);
    act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    expect(texts()).toEqual([]);
  });
});

it("what the address says once leaves it with the toast, and nothing else does", async () => {
  window.history.replaceState({ key: "first" }, "", "/receipts?k=abc&sent=xyz&toast=language#list");
  await onPage(SENT);
  expect([window.location.href, window.history.state]).toEqual([
    `${window.location.origin}/receipts?k=abc#list`,
    { key: "first" },
  ]);
});

it("without toasts there is nothing", async () => {
  show(<ToastRegion fromPage={undefined} />);
  await pass(0);
  expect(document.querySelector(".toasts")).toBeNull();
});
