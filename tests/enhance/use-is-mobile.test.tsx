import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useIsMobile } from "~/enhance/dialog/dialog";
import { show } from "../shell/stage";
import { resizeTo } from "./viewport";

const Screen = () => <p role="status">{useIsMobile() ? "narrow" : "wide"}</p>;
const shown = () => screen.getByRole("status").textContent;

it.each([
  [360, "narrow"],
  [767, "narrow"],
  [767.9, "narrow"],
  [768, "wide"],
  [1280, "wide"],
])("%d px are %s", (pixels, width) => {
  resizeTo(pixels);
  show(<Screen />);
  expect(shown()).toBe(width);
});

it("follows when the window is resized, until it is no longer shown", () => {
  const { unmount } = show(<Screen />);
  act(() => resizeTo(500));
  expect(shown()).toBe("narrow");
  act(() => resizeTo(900));
  expect(shown()).toBe("wide");
  unmount();
  resizeTo(500);
});
