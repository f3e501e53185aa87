import { expect, it } from "vitest";
import german from "../../locales/de/global.json";
import { get } from "./site";

it("a message bundle is a file under its hash, kept for good", async () => {
  const first = await get("/locales/de/global.json");
  expect(first.status).toBe(302);
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const address = first.headers.get("location") ?? "";
  const file = await get(address);
  expect(file.headers.get("cache-control")).toContain("immutable");
  expect(file.headers.get("content-type")).toContain("application/json");
  expect(await file.json()).toEqual(german);
});

it("a hash of another build leads to the present one", async () => {
  const answer = await get("/locales/de/global.json?v=old");
  expect(answer.headers.get("location")).toMatch(/^\/locales\/de\/global\.json\?v=[\w-]{12}$/);
});

it.each(["/locales/xx/global.json", "/locales/de/nothing.json", "/locales/de/global.txt", "/locales/de/..%2fen.json"])(
  "%s is no message bundle",
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
  },
);
