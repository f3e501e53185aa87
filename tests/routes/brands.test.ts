import { expect, it } from "vitest";
import { get, page } from "./site";

const OF_MASTER = { cookie: "app=101" };
const linkOn = (document: Document, rel: string) => document.querySelector(`link[rel=${rel}]`)?.getAttribute("href");
const themeOn = (document: Document) => document.querySelector("meta[name=theme-color]")?.getAttribute("content");
const nameOn = (document: Document) => document.querySelector(".brand")?.textContent;
const markOn = (document: Document) => document.querySelector(".brand image")?.getAttribute("href");

it("the app a visitor comes from decides what the site looks like", async () => {
  const arriving = await get("/payment?sid=101");
  expect(arriving.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^app=101;/));
  const master = await page("/payment", OF_MASTER);
  expect([nameOn(master.document), markOn(master.document)]).toEqual(["VPN Master", "/brands/101-logo.svg"]);
  expect(linkOn(master.document, "icon")).toBe("/brands/101.svg");
  expect(themeOn(master.document)).toBe("#0b7d62");
  const lite = await page("/payment", { cookie: "app=114" });
  expect([nameOn(lite.document), markOn(lite.document)]).toEqual(["VPN Lite", "/brands/114.svg"]);
});

it.each([
  ["/", "Support from real people, in your language"],
  ["/", "Your internet provider can’t see which sites you open."],
  ["/pricing", "Support in your language"],
])("on %s a brand that does not promise it says not: %s", async (path, words) => {
  const read = async (cookie: string) => (await page(path, { cookie })).document.querySelector("main")?.textContent;
  expect(await read("app=502")).toContain(words);
  expect(await read("app=114")).not.toContain(words);
});

it("its colours come with the page", async () => {
  const colorOf = (document: Document) =>
    [...(document.querySelector("head style")?.textContent ?? "").matchAll(/--brand:\s*(#\w+)/g)]
      .map(([, color]) => color)
      .at(-1);
  const [plain, master, lite] = await Promise.all([page("/"), page("/", OF_MASTER), page("/", { cookie: "app=114" })]);
  const colors = [plain, master, lite].map(({ document }) => colorOf(document));
  expect(new Set(colors).size).toBe(3);
  expect(themeOn(plain.document)).toBeUndefined();
});

it("a brand that names a manifest has one, with its name, picture, colour and a start of its own", async () => {
  const href = linkOn((await page("/", OF_MASTER)).document, "manifest") ?? "";
  const answer = await get(href);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/manifest+json"]);
  expect(await answer.json()).toMatchObject({
    name: "VPN Master",
    start_url: "/?sid=101",
    icons: [{ src: "/brands/101.svg" }],
    theme_color: "#0b7d62",
  });
});

it.each(["114.webmanifest", "502.webmanifest", "__proto__", "101.json"])(
  "/brands/%s is none, and no page links to it",
  async (file) => {
    const answer = await get(`/brands/${file}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    expect(linkOn((await page("/", { cookie: "app=114" })).document, "manifest")).toBeUndefined();
  },
);
