import { expect, test } from "vitest";
import { postForm } from "./form-post";
import { BUILD, runHost } from "./running-host";

const HTTPS = { PUBLIC_ORIGIN: "https://pay.example.com", SANDBOX_PUBLIC: "1" };

const ANSWERS: [string, number, RequestInit][] = [
  ["/payment", 200, {}],
  ["/assets/entry-4f1d.js", 200, {}],
  ["/brands/logo.svg", 200, {}],
  ["/livez", 200, {}],
  ["/readyz", 200, {}],
  ["/version.json", 200, {}],
  [`/builds/${BUILD.id}.json`, 200, {}],
  ["/builds/gone.json", 404, {}],
  ["/assets/gone.js", 404, {}],
  ["/events", 415, { method: "POST", body: new URLSearchParams("a=1") }],
  ["/%ff", 400, {}],
  ["/payment", 405, { method: "DELETE" }],
];

test.each(ANSWERS)(
  "%s (%d) says what it is and who may use it, to a foreign page as to our own",
  async (path, status, init) => {
    const host = await runHost({ variables: HTTPS });
    const answer = await fetch(host.origin + path, { ...init, headers: { origin: "https://evil.example" } });
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-type")).toMatch(/^[a-z]+\/[a-z+]+/);
    expect([...headers.keys()].filter((name) => /^access-control|^server$|^x-powered-by$/.test(name))).toEqual([]);
  },
);

test("so does a form that was not sent from a page of this site", async () => {
  const host = await runHost({ variables: HTTPS });
  const { status, headers } = await postForm(host, "/account", "a=1", { origin: "https://evil.example" });
  expect(status).toBe(403);
  expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});
