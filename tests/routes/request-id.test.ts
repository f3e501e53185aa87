import { http } from "msw";
import { expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { readLog } from "../env/watched-log";
import { runHost } from "../host/running-host";
import { API, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { memberCookie } from "../visitor/requests";
import { renderApp } from "./site";

const FORGED = { "x-request-id": "forged" };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Asks the whole site for an address, as a visitor who sends an id of their own. */
async function ask(path: string, init: RequestInit = {}) {
  const calls: (string | null)[] = [];
  upstream.use(
    http.all(`${API}/*`, ({ request }) => {
      calls.push(request.headers.get("x-request-id"));
    }),
  );
  const appLog = readLog();
  const host = await runHost({ render: renderApp });
  const answer = await fetch(host.origin + path, { ...init, headers: { ...FORGED, cookie: await memberCookie() } });
  const text = await answer.text();
  const id = answer.headers.get("x-request-id") ?? "";
  const logged = [...host.logged, ...appLog].map((line): unknown => JSON.parse(line));
  return { id, calls, logged, text, status: answer.status };
}

it("a page's answer, its line in the log and every call made for it have the same id, which is not the visitor's", async () => {
  const { id, calls, logged } = await ask("/payment/year?coupon=WELCOME20");
  expect(id).toMatch(UUID);
  expect(calls.length).toBeGreaterThanOrEqual(5);
  expect(new Set(calls)).toEqual(new Set([id]));
  expect(logged).toContainEqual(expect.objectContaining({ requestId: id, path: "/payment/year", status: 200 }));
});

it("what goes wrong with a call is in the log under that id, and the error page has it as its reference", async () => {
  upstream.use(refusing(endpoints.plans, 500));
  const { id, logged, text, status } = await ask("/payment/year");
  expect(status).toBe(503);
  expect(text).toContain(id);
  expect(logged).toContainEqual(expect.objectContaining({ requestId: id, msg: "upstream call failed" }));
});

it.each([
  ["a page that is not there", "/nowhere", {}, 404],
  ["an address that cannot be read", "/%zz", {}, 400],
  ["a method that is not allowed", "/payment", { method: "DELETE" }, 405],
])("%s tells the id as its reference", async (_, path, init, expected) => {
  const { id, logged, text, status } = await ask(path, init);
  expect(status).toBe(expected);
  expect(id).toMatch(UUID);
  expect(text).toContain(id);
  expect(text).not.toContain("forged");
  expect(logged).toContainEqual(expect.objectContaining({ requestId: id, status: expected }));
});

it("two requests never share an id", async () => {
  const ids = [(await ask("/robots.txt")).id, (await ask("/robots.txt")).id];
  expect(new Set(ids).size).toBe(2);
});
