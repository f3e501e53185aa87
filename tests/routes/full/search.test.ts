import { expect, it } from "vitest";
import { z } from "zod";
import { env } from "~/env.server";
import { LOCALES } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { get, page, type Shown } from "../site";

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

const contentOf = ({ document }: Shown, property: string) =>
  document.querySelector(`meta[property="og:${property}"]`)?.getAttribute("content");

it.each(["/", "/payment", "/payment/year", "/pricing"])(
  "a link to %s shows title, words and the brand's picture",
  async (path) => {
    const german = await page(path === "/" ? "/de" : `/de${path}`);
    const said = ["title", "description", "url", "image"].map((property) => contentOf(german, property));
    expect(said).toEqual([
      german.document.title.split(" – ")[0],
      german.document.querySelector("meta[name=description]")?.getAttribute("content"),
      addressOf("de", path),
      `${env().publicOrigin}/brands/default-share.png`,
    ]);
  },
);

it.each(["/receipts", "/payment/year?o=x", "/pricing/checkout/year", "/payment/nothing"])(
  "a link to %s shows nothing of that",
  async (path) => {
    const shown = await page(path);
    expect([contentOf(shown, "title"), shown.document.querySelector("script[type='application/ld+json']")]).toEqual([
      undefined,
      null,
    ]);
  },
);

it.each([
  ["/", ["year", "month"]],
  ["/payment", ["year", "month"]],
  ["/payment/year", ["year"]],
  ["/de/pricing", ["year", "month"]],
])("%s tells search engines what it sells, at the prices that it shows", async (path, plans) => {
  const shown = await page(path);
  const { brand, offers } = productIn(shown);
  expect(brand.name).toBe("Vela VPN");
  expect(offers.map(({ url }) => url.split("/").at(-1))).toEqual(plans);
  const text = shown.document.body.textContent?.replace(",", ".");
  for (const { url, price, priceCurrency } of offers) {
    expect(text).toContain(price);
    // There is no local price of the monthly plan.
    expect(priceCurrency).toBe(url.endsWith("year") ? "EUR" : "USD");
  }
});

const product = z.object({
  "@type": z.literal("Product"),
  brand: z.object({ name: z.string() }),
  offers: z.array(z.object({ url: z.string(), price: z.string(), priceCurrency: z.string() })),
});

const productIn = ({ document }: Shown) =>
  product.parse(JSON.parse(document.querySelector("script[type='application/ld+json']")?.textContent ?? ""));

it("no page has the title or the description of another page or language", () => {
  for (const words of [
    ["home:title", "payment:title", "pricing:title"],
    ["home:description", "sale:description", "pricing:description"],
  ] as const) {
    const said = LOCALES.flatMap(({ code }) => words.map((key) => translate(code)(key)));
    expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([]);
  }
});
