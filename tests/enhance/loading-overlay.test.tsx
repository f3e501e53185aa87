import { screen } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LoadingOverlay } from "~/enhance/sending/loading-overlay";
import { show } from "../shell/stage";
import { pass, press, showPage } from "./passing";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Loading begins with every press of "Load" and ends with "Stop". */
function Page(props: Omit<ComponentProps<typeof LoadingOverlay>, "isLoading" | "children">) {
  const [isLoading, setLoading] = useState(false);
  return (
    <form
      onSubmit={({ nativeEvent }) =>
        setLoading(nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.textContent === "Load")
      }
    >
      <LoadingOverlay isLoading={isLoading} {...props}>
        <input aria-label="Email" />
      </LoadingOverlay>
      <button type="submit">Load</button>
      <button type="submit">Stop</button>
    </form>
  );
}
const load = () => press(screen.getByRole("button", { name: "Load" }));
const stop = () => press(screen.getByRole("button", { name: "Stop" }));
const overlay = () => document.querySelector(".overlay");
const isBusy = () => screen.getByRole("textbox").parentElement?.getAttribute("aria-busy");

it("covers what loads and tells screen readers, from outside of what is busy", async () => {
  show(<Page />);
  expect([overlay(), isBusy(), screen.getByRole("status").textContent]).toEqual([null, "false", ""]);
  await load();
  expect(isBusy()).toBe("true");
  expect(overlay()?.className).toBe("overlay");
  expect(screen.getByRole("status").textContent).toBe("One moment…");
  expect(screen.getByRole("status").closest("[aria-busy]")).toBeNull();
});

it("is gone when the loading ends, and what it covered has stayed as it was", async () => {
  show(<Page />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  field.value = "buyer@example.com";
  await load();
  await stop();
  expect([overlay(), isBusy()]).toEqual([null, "false"]);
  expect(screen.getByRole("textbox")).toBe(field);
  expect(field.value).toBe("buyer@example.com");
});

it("can cover the whole window", async () => {
  show(<Page isFullScreen />);
  await load();
  expect(overlay()?.className).toBe("overlay overlay-full");
});

it("covers nothing longer than 8 seconds, and the next time again", async () => {
  show(<Page />);
  await load();
  await pass(7_999);
  expect(overlay()).not.toBeNull();
  await pass(1);
  expect([overlay(), isBusy()]).toEqual([null, "false"]);
  await stop();
  await load();
  expect(overlay()).not.toBeNull();
});

it("is gone when the page comes back from the browser's cache, and stays gone", async () => {
  show(<Page />);
  await load();
  showPage(true);
  expect([overlay(), isBusy()]).toEqual([null, "false"]);
  await pass(8_000);
  expect(overlay()).toBeNull();
});
