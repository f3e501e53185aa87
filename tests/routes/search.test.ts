import { expect, it } from "vitest";
import { env } from "~/env.server";
import { LOCALES } from "~/i18n/locales";
import { get, page } from "./site";

const addressOf = (code: string, rest: string) =>
  env().publicOrigin + (code === "en" ? rest : `/${code}${rest === "/" ? "" : rest}`);

it.each([
  ["/de/payment?country=GB&utm_source=mail", "/de/payment"],
  ["/payment/year", "/payment/year"],
])(
  "%s has an address for search engines without parameters, and no link that text browsers print",
  async (path, plain) => {
    const { document } = await page(path);
    const links = [...document.querySelectorAll("link[rel=canonical], link[rel=alternate]")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual([env().publicOrigin + plain]);
  },
);

it.each([
  "/receipts",
  "/payment/year?o=x",
  "/paystatus?o=x",
  "/paysuc",
  "/redirect",
  "/nowhere",
  "/pricing/checkout/year",
])("%s is none of a search engine's business", async (path) => {
  const { document } = await page(path);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  expect(document.querySelector('link[rel="canonical"]')).toBeNull();
});

it("the sitemap lists every page in every language with all its siblings", async () => {
  const answer = await get("/sitemap.xml");
  expect(answer.headers.get("content-type")).toContain("application/xml");
  const xml = await answer.text();
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  const pages = ["/", "/payment", "/pricing", ...["year", "month"].map((plan) => `/payment/${plan}`)];
  expect(listed).toEqual(pages.flatMap((rest) => LOCALES.map(({ code }) => addressOf(code, rest))));
  expect(xml.match(/hreflang="zh-Hant"/g)).toHaveLength(listed.length);
  expect(xml.match(/hreflang="x-default"/g)).toHaveLength(listed.length);
});

it("robots are shown the sitemap, but kept off where no real money", async () => {
  expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${env().publicOrigin}/sitemap.xml`);
  const settings = env();
  settings.isTestMode = true;
  try {
    expect(await (await get("/robots.txt")).text()).toContain("Disallow: /");
  } finally {
    settings.isTestMode = false;
  }
});

it("titles and descriptions are in the page's language", async () => {
  const english = await page("/pricing");
  const german = await page("/de/pricing");
  const descriptionOf = ({ document }: typeof english) =>
    document.querySelector('meta[name="description"]')?.getAttribute("content");
  expect(german.document.title).not.toBe(english.document.title);
  expect(descriptionOf(german)).not.toBe(descriptionOf(english));
});
