import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Dialog, type DialogProps } from "~/enhance/dialog/dialog";
import { show } from "../shell/stage";
import { letDialogsOpen } from "./opening-dialogs";
import { resizeTo } from "./viewport";

letDialogsOpen();

const open = (props: DialogProps = {}) => show(<Dialog title="Sure?" {...props} />);
const dialog = () => screen.queryByRole("dialog");
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

/** A promise that is settled by hand. */
function later<T>() {
  let settle: (value: T) => void = () => {};
  let fail: () => void = () => {};
  const promise = new Promise<T>((resolve, reject) => {
    settle = resolve;
    fail = () => reject(new Error("failed"));
  });
  return { promise, settle, fail };
}

it("shows only what it is given", () => {
  open({ title: undefined, message: "Are you?" });
  expect(screen.getByText("Are you?")).toBeDefined();
  expect(screen.queryByRole("heading")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

it("is named by its title", () => {
  open();
  expect(screen.getByRole("dialog", { name: "Sure?" })).toBeDefined();
});

it("keeps the page behind from scrolling while it is open", async () => {
  open({ cancel: {} });
  expect(document.body.classList.contains("overflow-hidden")).toBe(true);
  await press("Cancel");
  expect(document.body.classList.contains("overflow-hidden")).toBe(false);
});

it.each(["Cancel", "Close"])("closes on %s", async (name) => {
  const onClose = vi.fn();
  open({ cancel: {}, hasCloseIcon: true, onClose });
  await press(name);
  expect(dialog()).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
});

it("an alert, which has nothing to cancel, is confirmed by OK; a question by a word of its own", () => {
  const { unmount } = open({ confirm: {} });
  expect(screen.getByRole("button", { name: "OK" })).toBeDefined();
  unmount();
  open({ confirm: {}, cancel: {} });
  expect(screen.getByRole("button", { name: "Confirm" })).toBeDefined();
});

it.each([
  [undefined, false],
  [true, false],
  [false, true],
])("a button that answers %s at once leaves it open: %s", async (answer, staysOpen) => {
  open({ confirm: { label: "Yes", onPress: () => answer } });
  await press("Yes");
  expect(dialog() !== null).toBe(staysOpen);
});

it.each([
  [undefined, false],
  [false, true],
])("a button is busy until its promise is settled; with %s it stays open: %s", async (answer, staysOpen) => {
  const work = later<boolean | undefined>();
  open({ confirm: { label: "Yes", onPress: () => work.promise }, cancel: {} });
  await press("Yes");
  expect(screen.getByRole("button", { name: "Yes" }).getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled).toBe(true);
  await act(async () => work.settle(answer));
  expect(dialog() !== null).toBe(staysOpen);
  if (staysOpen) expect(screen.getByRole("button", { name: "Yes" }).getAttribute("aria-busy")).toBe("false");
});

it("a promise that fails leaves it as it was, ready to be pressed again", async () => {
  const work = later<void>();
  open({ confirm: { label: "Yes", onPress: () => work.promise } });
  await press("Yes");
  await act(async () => work.fail());
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Yes" }).disabled).toBe(false);
});

it("a button can be busy without having been pressed", () => {
  open({ confirm: { label: "Yes", isLoading: true } });
  expect(screen.getByRole("button", { name: "Yes" }).getAttribute("aria-busy")).toBe("true");
});

it("whoever shows it decides when it is open, if they want to", async () => {
  open({ isOpen: true, cancel: {} });
  await press("Cancel");
  expect(dialog()).not.toBeNull();
  open({ isOpen: false, title: "Another" });
  expect(screen.queryByRole("dialog", { name: "Another" })).toBeNull();
});

it("a message of our own may have markup", () => {
  show(<Dialog title="Leave?" messageHtml="paystatus:leave.textHtml" />, { page: "redirect" });
  const strong = screen.getByText("hasn’t been paid yet");
  expect([strong.tagName, strong.parentElement?.textContent]).toEqual([
    "STRONG",
    "Your order hasn’t been paid yet. It stays open for a while.",
  ]);
});

it("stands low on a phone, also one that is turned", () => {
  resizeTo(360);
  open();
  const isLow = () => dialog()?.classList.contains("dialog-low");
  expect(isLow()).toBe(true);
  act(() => resizeTo(800));
  expect(isLow()).toBe(false);
});

it.each([
  ["comes back from the back/forward cache", true, true],
  ["is shown for the first time", false, false],
])("a page that %s: the dialog is gone: %s", async (_, persisted, isGone) => {
  open({ confirm: { label: "Yes", onPress: () => new Promise(() => {}) } });
  await press("Yes");
  act(() => {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  });
  expect(dialog() === null).toBe(isGone);
});
