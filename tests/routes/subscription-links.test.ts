import { describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { pay } from "./buying";
import { OWNER, signedIn, withKey } from "./receipt-owner";
import { page, type Shown, tokenIn } from "./site";

/** Where the links with these words lead, in a part of the page. */
function linksIn({ document }: Shown, part: "main" | "footer") {
  const links = [...document.querySelectorAll(`${part} a`)];
  return ["Cancel a subscription", "Withdraw from contract"].map((words) =>
    links.find(({ textContent }) => textContent === words)?.getAttribute("href"),
  );
}

it.each(["/", "/payment/year", "/pricing", "/paysuc", "/nowhere", "/receipts?k=key"])(
  "the foot of %s leads to cancelling and withdrawing, and takes nothing along",
  async (path) => {
    expect(linksIn(await page(path), "footer")).toEqual(["/cancel", "/withdraw"]);
  },
);

it("the foot of a page leads there in its language", async () => {
  const { document } = await page("/de/pricing");
  const links = [...document.querySelectorAll("footer a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(expect.arrayContaining(["/de/cancel", "/de/withdraw"]));
});

describe("beside what was paid", () => {
  it.each(["/receipts", "/receipts/inv_1"])("%s hands its key on", async (path) => {
    const address = await withKey(path);
    const key = new URL(address, env().publicOrigin).searchParams.get("k");
    expect(linksIn(await page(address), "main")).toEqual([`/cancel?k=${key}`, `/withdraw?k=${key}`]);
    expect(linksIn(await page(path, await signedIn()), "main")).toEqual(["/cancel", "/withdraw"]);
  });

  it("the success page hands on the key of the receipts", async () => {
    upstream.use(answering(endpoints.soPurchaseResult, makeResult({ receipts: OWNER })));
    const success = await page(`/paysuc?o=${tokenIn(await pay())}`);
    const receipts = success.see.getByRole("link", { name: "Your receipts" }).getAttribute("href") ?? "";
    const key = new URL(receipts, env().publicOrigin).searchParams.get("k");
    expect(key).toBeTruthy();
    expect(linksIn(success, "main")).toEqual([`/cancel?k=${key}`, `/withdraw?k=${key}`]);
  });
});
