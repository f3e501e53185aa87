import { expect, test } from "vitest";
import { postForm } from "./form-post";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=x`).join("&");
const multipart = (count: number) => {
  const form = new FormData();
  for (let n = 0; n < count; n++) form.append(`f${n}`, "x");
  return form;
};

test("a form reaches the app byte for byte", async () => {
  const host = await runHost();
  const answer = await postForm(host, "/payment/p1", "email=a%40example.com&country=GB");
  expect(await answer.text()).toContain("email=a%40example.com&country=GB");
});

test("64 fields are accepted, 65 are not", async () => {
  const host = await runHost();
  const answers = await Promise.all([
    postForm(host, "/account", fields(64)),
    postForm(host, "/account", fields(65)),
    postForm(host, "/account", multipart(64), { "content-type": "" }),
    postForm(host, "/account", multipart(65), { "content-type": "" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 413, 200, 413]);
});

test("a body of 16 KB is accepted, one more byte is not", async () => {
  const host = await runHost();
  const accepted = await postForm(host, "/account", `a=${"x".repeat(16_382)}`);
  const refused = await postForm(host, "/account", `a=${"x".repeat(16_383)}`);
  expect([accepted.status, refused.status]).toEqual([200, 413]);
});

test("a declared length over the limit is refused without waiting for the body", async () => {
  const host = await runHost();
  const head = [
    "Content-Type: application/x-www-form-urlencoded",
    `Origin: ${host.origin}`,
    "Content-Length: 60000000",
  ];
  const answer = await exchange(host.port, request("POST /account HTTP/1.1", host.name, head));
  expect(answer.status).toBe(413);
});

test("a body that grows over the limit without declaring it is refused", async () => {
  const host = await runHost();
  const head = [
    "Content-Type: application/x-www-form-urlencoded",
    `Origin: ${host.origin}`,
    "Transfer-Encoding: chunked",
  ];
  const chunk = `2000\r\n${"x".repeat(0x2000)}\r\n`;
  // It never ends, and yet it is answered.
  const answer = await exchange(host.port, request("POST /account HTTP/1.1", host.name, head), chunk, chunk, chunk);
  expect(answer.status).toBe(413);
  expect(host.seen.map(({ method }) => method)).toEqual(["GET"]);
});

test.each(["application/json", "text/plain", "application/octet-stream", ""])(
  "a form action does not take the type %j",
  async (type) => {
    const host = await runHost();
    const answer = await postForm(host, "/account", new TextEncoder().encode('{"a":1}'), { "content-type": type });
    expect(answer.status).toBe(415);
  },
);

test("a compressed body is not unpacked", async () => {
  const host = await runHost();
  const answer = await postForm(host, "/account", "a=1", { "content-encoding": "gzip" });
  expect(answer.status).toBe(415);
});

test.each(["multipart/form-data", "multipart/form-data; boundary=x", "multipart/form-data; boundary=y"])(
  "garbage sent as %j is refused",
  async (type) => {
    const host = await runHost();
    const answer = await postForm(host, "/account", "--x\r\ngarbage\r\n", { "content-type": type });
    expect(answer.status).toBe(400);
  },
);

test("events are JSON or text, up to 32 KiB, and never a form", async () => {
  const host = await runHost();
  const batch = JSON.stringify({ events: ["x".repeat(20_000)] });
  const answers = await Promise.all([
    postForm(host, "/events", batch, { "content-type": "application/json" }),
    postForm(host, "/events", batch, { "content-type": "text/plain;charset=UTF-8" }),
    postForm(host, "/events", batch + batch, { "content-type": "application/json" }),
    postForm(host, "/events", "a=1"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 413, 415]);
});
