import { describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { sentNotice } from "~/receipts/send-receipt.server";
import { cookiesOf, signedQuery } from "../../visitor/requests";
import { OWNER, signedIn, withKey } from "../receipt-owner";
import { get, page, post, type Shown } from "../site";

const toastsOf = ({ document }: Shown) =>
  [...document.querySelectorAll(".toast")].map(({ textContent }) => textContent);
const from = (path: string) => ({ referer: env().publicOrigin + path });

describe("the language was changed:", () => {
  it.each([
    ["by a link of ours, before any was remembered", "/de/payment", from("/payment"), ["Deutsch"]],
    ["by a link of ours", "/de/payment", { ...from("/fr/payment"), cookie: "LANGUAGE=fr" }, ["Deutsch"]],
    ["by a link of ours, where no cookies are kept", "/de", from("/fr?x=1"), ["Deutsch"]],
    ["by another site's link", "/de", { referer: "https://other.test/", cookie: "LANGUAGE=fr" }, ["Deutsch"]],
    ["by a first visit", "/de/payment", {}, []],
    ["by a first visit from another site", "/de/payment", { referer: "https://other.test/fr" }, []],
    ["by another page in the same language", "/de", { ...from("/de/payment"), cookie: "LANGUAGE=de" }, []],
    ["by another page where no cookies are kept", "/de", from("/de/payment"), []],
    ["by another page after a choice in a second tab", "/de", { ...from("/de"), cookie: "LANGUAGE=fr" }, []],
    ["by a reload", "/de", { ...from("/fr"), cookie: "LANGUAGE=de" }, []],
    ["by a language remembered that is none", "/de", { cookie: "LANGUAGE=xx" }, []],
    ["by an address that is none", "/de", { referer: "nowhere" }, []],
  ])("%s", async (_, path, headers: Record<string, string>, words) => {
    const shown = await page(path, headers);
    expect(toastsOf(shown)).toEqual(words.map((text) => expect.stringContaining(text)));
  });

  it("to English, which the redirect to the plain address tells the page there", async () => {
    const german = { ...from("/de/payment"), "accept-language": "de", cookie: "LANGUAGE=de" };
    const moved = await get("/en/payment?country=GB", german);
    const target = moved.headers.get("location") ?? "";
    expect(target).toBe("/payment?country=GB&hl=en&toast=language");
    const shown = await page(target, { ...german, cookie: cookiesOf(moved.headers) });
    expect(toastsOf(shown)).toEqual(["Language: English"]);
  });

  it.each([
    ["on a first visit", "/en/payment", {}, "/payment?hl=en"],
    ["to who comes from an English page without cookies", "/en/payment", from("/payment"), "/payment?hl=en"],
    ["to who reads English already", "/en/payment", { ...from("/"), cookie: "LANGUAGE=en" }, "/payment"],
  ])("to English, but not %s", async (_, path, headers, target) => {
    expect((await get(path, headers)).headers.get("location")).toBe(target);
  });

  it("is told in words of ours only, whatever the address asks for", async () => {
    expect(toastsOf(await page("/de?toast=You+have+won"))).toEqual([]);
    expect(toastsOf(await page("/de?toast=language&toast=x"))).toEqual([expect.stringContaining("Deutsch")]);
  });

  it("says nothing above a form that comes back", async () => {
    const headers = { ...from("/fr/payment/year"), cookie: "LANGUAGE=fr" };
    const refused = await post("/de/payment/year", { intent: "pay" }, headers);
    expect(await refused.text()).not.toContain('class="toast ');
  });

  it("is told by the address of an app's link, too, whose redirect remembers it", async () => {
    const moved = await get(`/de/payment?${signedQuery()}`, { cookie: "LANGUAGE=fr" });
    expect(moved.headers.get("location")).toBe("/de/payment?via=app&toast=language");
  });
});

it("what is said once is in no link to another language, nor in the page's address for search engines", async () => {
  const { document } = await page("/payment?toast=language&sent=x&country=GB");
  const compared = await page("/pricing?toast=language&sent=x&country=GB");
  const german = compared.document.querySelector('.languages [lang="de"]');
  expect(german?.getAttribute("href")).toBe("/de/pricing?country=GB");
  expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${env().publicOrigin}/payment`);
});

describe("a toast that comes with a page", () => {
  const sent = async () => `${await withKey()}&sent=${await sentNotice(OWNER, "friend@example.com")}`;

  it.each([
    ["", "with scripts"],
    ["lite=1; ", "in the light version"],
  ])("stands above its content %s%s", async (choice) => {
    const shown = await page(await sent(), { cookie: `${choice}${(await signedIn()).cookie}` });
    expect(shown.see.getByRole("status").textContent).toContain("friend@example.com");
    expect(shown.document.querySelector("main")?.firstElementChild?.className).toBe("toasts");
  });

  it("is on no other page", async () => {
    expect(toastsOf(await page(await withKey()))).toEqual([]);
  });
});
