import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { hostMetrics } from "../../host/metrics/request-metrics";
import { busyPages } from "../../host/overload/busy-page";
import { parseMetrics } from "../metrics/parsed";
import { postForm } from "./form-post";
import { type RunningHost, renderStandIn, runHost } from "./running-host";

/** A host that has one page in the making, which is all it may have; it ends when its visitor leaves. */
async function busyHost(): Promise<{ host: RunningHost; leave: () => void }> {
  const host = await runHost({
    variables: { PAGES_AT_ONCE: "1" },
    render: async (request) => {
      if (new URL(request.url).pathname === "/slow") await once(request.signal, "abort");
      return renderStandIn(request);
    },
  });
  const leaving = new AbortController();
  fetch(`${host.origin}/slow`, { signal: leaving.signal }).catch(() => {});
  await vi.waitFor(() => expect(host.seen).toHaveLength(1), 60_000);
  return { host, leave: () => leaving.abort() };
}

const get = ({ origin }: RunningHost, path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers });

test("a page too many is a small answer that says when to come back, and the app is not asked", async () => {
  const { host } = await busyHost();
  const answer = await get(host, "/payment");
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("cache-control")]).toEqual([
    503,
    "5",
    "no-store",
  ]);
  const page = await answer.text();
  expect(page).toContain('<html lang="en">');
  expect(page).toContain("We’ll be right back");
  expect(page.length).toBeLessThan(2_000);
  expect(answer.headers.get("content-security-policy")).toMatch(/style-src 'sha256-[^']+'/);
  expect(host.seen).toHaveLength(1);
});

test.each([
  ["/de/payment", {}, "de"],
  ["/payment", { "accept-language": "ar,en;q=0.5" }, "ar"],
  ["/payment", { "accept-language": "ar", cookie: "LANGUAGE=fr" }, "fr"],
])("at %s with %j it is in the visitor's language", async (path, headers, lang) => {
  const { host } = await busyHost();
  const answer = await get(host, path, headers);
  expect([answer.status, answer.headers.get("content-language")]).toEqual([503, lang]);
  expect(await answer.text()).toContain(`lang="${lang}"`);
});

test("a hydrated page is told in the way its error boundary understands", async () => {
  const { host } = await busyHost();
  const answer = await get(host, "/payment?_data=routes%2Fpayment");
  expect([answer.status, answer.headers.get("x-remix-catch"), answer.headers.get("retry-after")]).toEqual([
    503,
    "yes",
    "5",
  ]);
  expect(await answer.json()).toMatchObject({ status: 503 });
});

test("whoever pays already is let through, and so are files and probes", async () => {
  const { host } = await busyHost();
  const paths = ["/return/rz", "/de/return/rz?x=1", "/paystatus?o=token", "/de/paysuc?o=token", "/livez", "/readyz"];
  for (const path of paths) expect([path, (await get(host, path)).status]).toEqual([path, 200]);
  expect((await get(host, "/assets/gone.js")).status).toBe(404);
  expect((await postForm(host, "/payment/p1", "email=a%40example.com")).status).toBe(200);
});

test("when the page is done, or its visitor has gone, the next one is let in", async () => {
  const { host, leave } = await busyHost();
  expect((await get(host, "/payment")).status).toBe(503);
  leave();
  await vi.waitFor(async () => expect((await get(host, "/payment")).status).toBe(200), 60_000);
  expect((await get(host, "/payment")).status).toBe(200);
});

test("whoever is turned away is counted", async () => {
  const turnedAway = () => parseMetrics(hostMetrics.text()).get("site_busy_answers_total") ?? 0;
  const { host } = await busyHost();
  const before = turnedAway();
  await get(host, "/payment");
  await get(host, "/paystatus?o=token");
  expect(turnedAway()).toBe(before + 1);
});

test("every language has its page, with words of its own", () => {
  const pages = busyPages();
  expect([...pages.keys()]).toEqual(LOCALES.map(({ code }) => code));
  expect(new Set(pages.values()).size).toBe(LOCALES.length);
  expect(pages.get("ar")).toContain('dir="rtl"');
});
