import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { resizeTo } from "../enhance/viewport";

configure({ asyncUtilTimeout: 60_000 });

beforeEach(() => resizeTo(1280));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", "/");
});
// Files share a window. What modules remember (that a newer build is out) and the scripts they have loaded are each file's own.
afterAll(() => {
  vi.resetModules();
  document.head.replaceChildren();
});
