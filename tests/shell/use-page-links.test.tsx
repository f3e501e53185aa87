import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RelatedLinks } from "~/shell/links/related-links";
import { makeFrame, show } from "./stage";

let asked: string[] = [];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  asked = [];
  answer = () => Response.json({ links: [{ page: "receipts", label: "receipts" }] });
  vi.spyOn(console, "info").mockImplementation(() => {});
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return answer();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const frame = makeFrame({ pageLinks: [{ page: "home", label: "home" }] });
const open = () => show(<RelatedLinks frame={frame} />, { at: "/payment" });
const linkNames = () => screen.queryAllByRole("link").map((link) => link.textContent);

it("the first page shows what the server sent, and asks for nothing", () => {
  open();
  expect(linkNames()).toEqual(["Home"]);
  expect(asked).toEqual([]);
});

it("a navigation loads the data file of the new page", async () => {
  const { router } = open();
  await act(() => router.navigate("/de/paysuc?o=token"));
  expect(asked).toEqual(["/page-links/paysuc.json"]);
  expect(linkNames()).toEqual(["Receipts"]);
});

it.each([
  ["missing", () => new Response("", { status: 404 })],
  ["no JSON", () => new Response("<html>")],
  ["of another shape", () => Response.json({ links: [{ page: "//evil.example", label: "home" }] })],
  ["unreachable", () => Promise.reject(new TypeError("Failed to fetch"))],
])("a file that is %s is only logged", async (_what, broken) => {
  answer = broken;
  const { router } = open();
  await act(() => router.navigate("/pricing"));
  expect(linkNames()).toEqual([]);
  expect(console.info).toHaveBeenCalledOnce();
});
