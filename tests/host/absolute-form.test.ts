import { expect, test } from "vitest";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

test.each([
  ["http", "/payment?plan=p1", "/payment?plan=p1"],
  ["HTTPS", "/payment", "/payment"],
  ["http", "", "/"],
  ["http", "?hl=en", "/?hl=en"],
])("%s://(our own host)%s is served as %s", async (scheme, rest, path) => {
  const host = await runHost();
  const answer = await exchange(host.port, request(`GET ${scheme}://${host.name}${rest} HTTP/1.1`, host.name));
  expect(answer.status).toBe(200);
  expect(host.seen[0]?.url).toBe(`${host.site.env.publicOrigin}${path}`);
  expect(JSON.parse(host.logged.at(-1) ?? "")).toMatchObject({ path: path.split("?")[0] });
});

test("the host of the request target counts, whatever the Host header says", async () => {
  const host = await runHost();
  const line = `POST http://${host.name}/account HTTP/1.1`;
  const form = ["Content-Type: application/x-www-form-urlencoded", `Origin: ${host.origin}`];
  const answer = await exchange(host.port, request(line, "evil.example", form, "a=1"));
  expect(answer.status).toBe(200);
});

test("its files are served, too", async () => {
  const host = await runHost();
  const answer = await exchange(host.port, request(`GET http://${host.name}/assets/gone.js HTTP/1.1`, host.name));
  expect(answer.status).toBe(404);
});

test("a foreign address is refused, and so is one with a user or without any host", async () => {
  const host = await runHost();
  for (const target of ["http://evil.example/", `http://a@${host.name}/`, `ftp://${host.name}/`, "http:///x"]) {
    const answer = await exchange(host.port, request(`GET ${target} HTTP/1.1`, host.name));
    expect(answer.status, target).toBe(400);
  }
});

test("what is wrong with the path or with the number of Host headers stays wrong", async () => {
  const host = await runHost();
  const bad = await exchange(host.port, request(`GET http://${host.name}/%5c: HTTP/1.1`, host.name));
  const twice = request(`GET http://${host.name}/ HTTP/1.1`, host.name, [`Host: ${host.name}`]);
  expect([bad.status, (await exchange(host.port, twice)).status]).toEqual([400, 400]);
});
