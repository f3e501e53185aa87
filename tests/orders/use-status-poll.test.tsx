import { useLoaderData } from "@remix-run/react";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadDocument } from "~/enhance/load-document";
import { useStatusPoll } from "~/orders/status/use-status-poll";
import { noteNewVersion } from "~/version/document-due";
import { show } from "../shell/stage";

vi.mock("~/enhance/load-document", () => ({ loadDocument: vi.fn() }));

const ADDRESS = "/paystatus/state?o=token";

/** What the server knows about the order, and how it answers. */
let kind = "waiting";
let answer: () => Response | Promise<Response>;
let asked: string[] = [];
/** How often the page's data was loaded, the first time included. */
let loads = 0;

/** The page's loader. */
const load = () => {
  loads += 1;
  return kind;
};

beforeEach(() => {
  loads = 0;
  vi.useFakeTimers();
  kind = "waiting";
  asked = [];
  answer = () => Response.json({ kind });
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Status({ address }: { address: string | undefined }) {
  const shown = String(useLoaderData());
  useStatusPoll(address, shown);
  return <p role="status">{shown}</p>;
}

const open = () => show(<Status address={ADDRESS} />, { data: load });
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

it("asks after 2, 3, 5 and 10 seconds, then every 30", async () => {
  open();
  const counts: number[] = [];
  for (const seconds of [1.9, 0.1, 3, 5, 10, 29, 1, 30]) {
    await pass(seconds);
    counts.push(asked.length);
  }
  expect(counts).toEqual([0, 1, 2, 3, 4, 4, 5, 6]);
  expect(new Set(asked)).toEqual(new Set([ADDRESS]));
});

it("waits as long as the payments API asks for", async () => {
  answer = () => Response.json({ kind, retryAfter: 20 });
  open();
  await pass(2);
  await pass(19);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(asked).toHaveLength(2);
});

it("shows the new state once the order has moved on", async () => {
  open();
  kind = "granting";
  await pass(2);
  expect(screen.getByRole("status").textContent).toBe("granting");
});

it("does not load the page again while nothing has changed", async () => {
  open();
  await pass(20);
  expect(loads).toBe(1);
});

it.each([
  ["the network is gone", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the server is in trouble", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["an answer is none", () => Response.json(["waiting"])],
  ["an error is in JSON", () => Response.json({ kind: "granting" }, { status: 500 })],
])("goes on asking when %s", async (_, fail) => {
  open();
  answer = fail;
  await pass(2);
  expect(screen.getByRole("status").textContent).toBe("waiting");
  answer = () => Response.json({ kind });
  kind = "granting";
  await pass(3);
  expect(screen.getByRole("status").textContent).toBe("granting");
});

it("a visitor whom the payments API has logged out is asked, once", async () => {
  open();
  answer = () => Response.json({ kind, isLoggedOut: true });
  await pass(2);
  expect(loads).toBe(2);
});

it("whoever has been asked already is not asked by every poll", async () => {
  show(<Status address={ADDRESS} />, {
    data: load,
    frame: { question: { title: "Log in again?", text: "You have been logged out", stay: "Stay", login: "Log in" } },
  });
  answer = () => Response.json({ kind, isLoggedOut: true });
  await pass(20);
  expect(loads).toBe(1);
});

it("stops when the visitor leaves the page", async () => {
  const { unmount } = open();
  unmount();
  await pass(60);
  expect(asked).toEqual([]);
});

it("an answer that comes after the visitor left changes nothing", async () => {
  let deliver = (_: Response) => {};
  answer = () => new Promise((resolve) => (deliver = resolve));
  const { unmount } = open();
  await pass(2);
  unmount();
  deliver(Response.json({ kind: "granting" }));
  await pass(60);
  expect(loads).toBe(1);
  expect(asked).toHaveLength(1);
});

it("does not ask about an order that is settled", async () => {
  show(<Status address={undefined} />, { data: load });
  await pass(60);
  expect(asked).toEqual([]);
});

it("once a newer build is out the whole page is loaded in its place, and within ten seconds its data only", async () => {
  noteNewVersion();
  show(<Status address={ADDRESS} />, { data: () => kind, at: "/de/paystatus?o=token#x" });
  kind = "granting";
  await pass(2);
  expect(vi.mocked(loadDocument).mock.calls).toEqual([["/de/paystatus?o=token", { isReplacing: true }]]);
  expect(screen.getByRole("status").textContent).toBe("waiting");
  await pass(3);
  expect(screen.getByRole("status").textContent).toBe("granting");
  expect(loadDocument).toHaveBeenCalledTimes(1);
});
