import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { forgetCatalogue } from "~/upstream/catalogue.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { get, page, post, shown } from "./site";

/** Nobody is known on them. */
const NOBODYS = [
  "/",
  "/de",
  "/payment",
  "/payment/year",
  "/pricing",
  "/receipts",
  "/account",
  "/cancel",
  "/withdraw",
  "/renewal",
];
const ERRORS = ["/payment/unknown", "/paystatus", "/paysuc", "/redirect", "/404", "/nowhere", "/xx/payment"];

function expectSafe({ headers }: Response, cacheControl = "no-store") {
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toBe("camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  expect(headers.get("content-security-policy")).toContain("base-uri 'none'");
  expect(headers.get("cache-control")).toBe(cacheControl);
}

it.each(NOBODYS)("%s may be kept by its visitor's browser, and is asked for again", async (path) => {
  expectSafe(await get(path), "private, no-cache");
});

it.each(["session", "paypal_token", "receipts"])("no page of whoever has the cookie %s is stored", async (name) => {
  for (const path of NOBODYS) expectSafe(await get(path, { cookie: `${name}=x` }));
});

it.each(["o", "k", "email", "coupon", "done", "order_id", "token"])(
  "no page with %s in its address is stored",
  async (name) => {
    for (const path of ["/payment/year", "/receipts", "/cancel"]) {
      const answer = await get(`${path}?${name}=x`);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  },
);

it.each(ERRORS)("%s is guarded, and never stored", async (path) => {
  expectSafe(await get(path));
});

describe.each([...NOBODYS, ...ERRORS])("%s", (path) => {
  it("stays where it is", async () => {
    const { document } = await page(path);
    expect(document.querySelector("meta[http-equiv=refresh]")).toBeNull();
  });

  it("runs only scripts that are files of the site, and has only styles that its policy names", async () => {
    const { answer, document } = await page(path);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("; script-src 'self';");
    const scripts = [...document.querySelectorAll("script:not([type^='application/'])")];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts)
      expect([script.getAttribute("src"), script.textContent]).toEqual([expect.stringMatching(/^\/[^/]/), ""]);
    const styles = [...document.querySelectorAll("style")];
    expect(styles.length).toBeGreaterThan(0);
    for (const { textContent } of styles)
      expect(policy).toContain(
        `'sha256-${createHash("sha256")
          .update(textContent ?? "")
          .digest("base64")}'`,
      );
    expect(document.querySelector("[style], [onclick], [onload]")).toBeNull();
  });
});

it.each([...NOBODYS, ...ERRORS])(
  "%s in the light version may run no script, nor ask for anything by itself",
  async (path) => {
    const { answer, document } = await page(path, { cookie: "lite=1" });
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src /);
    expect(policy).not.toMatch(/script-src|connect-src/);
    expect(document.querySelectorAll("script:not([type^='application/'])").length).toBe(0);
  },
);

it("a refused form and an outage are guarded, too, and never stored", async () => {
  expectSafe(await post("/payment/year", { intent: "pay", plan: "year" }));
  forgetCatalogue();
  upstream.use(refusing(endpoints.plans, 500));
  const answer = await get("/");
  expect(answer.status).toBe(503);
  expectSafe(answer);
});

it("a crash is a 500 page with a reference; what happened is in the log only", async () => {
  const errors = watchLog("error");
  changeEnv({ apiBaseUrl: undefined });
  const { answer, html, see } = await page("/", { "x-request-id": "req-1" });
  expect(answer.status).toBe(500);
  expectSafe(answer);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Something went wrong on our end");
  expect(see.getByText(/req-1/)).toBeDefined();
  expect(html).not.toMatch(/API_BASE_URL|\.tsx?:\d+|node_modules/);
  expect(errors).toContainEqual(expect.objectContaining({ message: "a page failed", requestId: "req-1" }));
});

it("every answer of a page has the same policy", async () => {
  const [first, second] = await Promise.all([get("/"), get("/")]);
  expect(first?.headers.get("content-security-policy")).toBe(second?.headers.get("content-security-policy"));
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
  const words = "Test mode: no real money";
  expect((await page("/")).see.queryByText(words)).toBeNull();
  changeEnv({ isTestMode: true });
  expect((await page("/")).see.getByText(words)).toBeDefined();
});
