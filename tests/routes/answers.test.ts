import { describe, expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { get, page, post, shown } from "./site";

const PAGES = [
  "/",
  "/de",
  "/payment",
  "/payment/year",
  "/payment/unknown",
  "/pricing",
  "/receipts",
  "/account",
  "/cancel",
  "/withdraw",
  "/renewal",
  "/paystatus",
  "/paysuc",
  "/redirect",
  "/404",
  "/nowhere",
  "/xx/payment",
];

function expectSafe({ headers }: Response) {
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toBe("camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  expect(headers.get("content-security-policy")).toContain("base-uri 'none'");
  expect(headers.get("cache-control")).toBe("no-store");
}

describe.each(PAGES)("%s", (path) => {
  it("is guarded, and never stored", async () => {
    expectSafe(await get(path));
  });

  it("stays where it is", async () => {
    const { document } = await page(path);
    expect(document.querySelector("meta[http-equiv=refresh]")).toBeNull();
  });

  it("runs no script and no style without its own nonce", async () => {
    const { answer, document } = await page(path);
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
    const used = [...document.querySelectorAll("script, style")].map((element) => element.getAttribute("nonce"));
    expect(used.length).toBeGreaterThan(1);
    expect(new Set(used)).toEqual(new Set([nonce]));
    expect(document.querySelector("[style], [onclick], [onload]")).toBeNull();
  });
});

it("a refused form, an outage and a crash are guarded, too", async () => {
  expectSafe(await post("/payment/year", { intent: "pay", plan: "year" }));
  upstream.use(refusing(endpoints.plans, 500));
  expectSafe(await get("/"));
});

it("a crash is a 500 page with a reference; what happened is in the log only", async () => {
  const errors = watchLog("error");
  changeEnv({ apiBaseUrl: undefined });
  const { answer, html, see } = await page("/");
  expect(answer.status).toBe(500);
  expectSafe(answer);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Something went wrong on our side");
  expect(see.getByText(/req-1/)).toBeDefined();
  expect(html).not.toMatch(/API_BASE_URL|\.tsx?:\d+|node_modules/);
  expect(errors).toContainEqual(expect.objectContaining({ message: "a page failed", requestId: "req-1" }));
});

it("no two answers share a nonce", async () => {
  const policies = await Promise.all([get("/"), get("/")]).then((answers) =>
    answers.map(({ headers }) => headers.get("content-security-policy")),
  );
  expect(policies[0]).not.toBe(policies[1]);
});

it("on https browsers are told to stay there", async () => {
  expect((await get("/")).headers.has("strict-transport-security")).toBe(false);
  changeEnv({ publicOrigin: "https://pay.example.com" });
  expect((await get("/")).headers.get("strict-transport-security")).toMatch(/^max-age=63072000;/);
});

it.each(LOCALES.map(({ code, tag }) => [code, tag]))("a page in %s says so: %s", async (code, tag) => {
  const { answer, document } = await shown(get(code === "en" ? "/receipts" : `/${code}/receipts`));
  expect([answer.headers.get("content-language"), document.documentElement.lang]).toEqual([tag, tag]);
  const isRightToLeft = ["ar", "fa", "ur"].includes(code);
  expect(document.documentElement.dir).toBe(isRightToLeft ? "rtl" : "ltr");
});

it("a page depends on the cookies and the language of the browser, and says so", async () => {
  expect((await get("/")).headers.get("vary")).toBe("Cookie, Accept-Language");
});

it("test mode is told on the page, and only then", async () => {
  const words = "Test mode: no money moves";
  expect((await page("/")).see.queryByText(words)).toBeNull();
  changeEnv({ isTestMode: true });
  expect((await page("/")).see.getByText(words)).toBeDefined();
});
