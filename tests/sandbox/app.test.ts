import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { redemption } from "~/upstream/contract/apps/redemptions";
import { invoiceList } from "~/upstream/contract/invoices";
import { signedLinkQuery } from "~/upstream/contract/signed-link";
import { ask, type Target } from "../../tools/contract/client";
import { paidOrder } from "./paid";
import { runningSandbox, SITE } from "./running-sandbox";

const pageOf = ({ base }: Target, choices: Record<string, string> = {}) =>
  fetch(`${base}/control/app?${new URLSearchParams(choices)}`);

/** The link that the app on the page opens. */
async function linkOf(target: Target, choices: Record<string, string> = {}): Promise<URL> {
  const { document } = new JSDOM(await (await pageOf(target, choices)).text()).window;
  return new URL(document.querySelector<HTMLAnchorElement>(".phone a")?.href ?? "");
}

const appleToken = z.object({
  bundleId: z.string(),
  externalPurchaseId: z.string().startsWith("SANDBOX_"),
  tokenType: z.string().optional(),
});

const decoded = ({ searchParams }: URL) =>
  appleToken.parse(JSON.parse(Buffer.from(searchParams.get("externalPurchaseToken") ?? "", "base64url").toString()));

describe("the app that the sandbox plays", () => {
  it("opens the site with a link that the API takes for its user's", async () => {
    const target = await runningSandbox();
    const link = await linkOf(target, { user_id: "77", sid: "114" });
    expect(link.href).toMatch(`${SITE}/redirect?to=payment&uid=77&sid=114&`);
    const { uid, sign_timestamp, sign } = signedLinkQuery.parse(Object.fromEntries(link.searchParams));
    const body = { user_id: uid, signed_time: sign_timestamp, sign };
    expect((await ask(target, invoiceList, { body })).scope).toBe("account");
  });

  it("from Apple's store has a token of its sandbox, another one each time", async () => {
    const target = await runningSandbox();
    const link = await linkOf(target);
    const { bundleId, tokenType } = decoded(link);
    expect([bundleId, tokenType]).toEqual([link.searchParams.get("bundleId"), "SERVICES"]);
    const facts = ["store", "storefront", "programme", "link"].map((name) => link.searchParams.get(name));
    expect(facts).toEqual(["apple", "DE", "eu_dma", "button"]);
    expect(decoded(await linkOf(target)).externalPurchaseId).not.toBe(decoded(link).externalPurchaseId);
  });

  it.each([
    ["jp", "LINK_OUT"],
    ["br", "LINK_OUT"],
    ["kr", undefined],
  ])("gets the token that StoreKit gives under %s", async (programme, type) => {
    expect(decoded(await linkOf(await runningSandbox(), { programme })).tokenType).toBe(type);
  });

  it("has none from Apple in the United States, where no entitlement is asked for", async () => {
    const { searchParams } = await linkOf(await runningSandbox(), { storefront: "US", programme: "us_link" });
    expect([searchParams.get("store"), searchParams.has("externalPurchaseToken")]).toEqual(["apple", false]);
  });

  it("from Google's store has a token that says nothing, another one each time", async () => {
    const target = await runningSandbox();
    const tokenOf = async () => {
      const { searchParams } = await linkOf(target, { store: "google", link: "text" });
      expect([searchParams.has("externalPurchaseToken"), searchParams.get("link")]).toEqual([false, "text"]);
      return searchParams.get("externalTransactionToken");
    };
    const first = await tokenOf();
    expect(first).toMatch(/^[\w-]{128}$/);
    expect(await tokenOf()).not.toBe(first);
  });

  it("from no store has no token", async () => {
    const { searchParams } = await linkOf(await runningSandbox(), { store: "none" });
    expect([...searchParams.keys()]).toEqual(["to", "uid", "sid", "sign_timestamp", "token", "sign"]);
  });

  it.each(["store=samsung", "storefront=de", "sid=7", "user_id=-1"])("is none with %s", async (choices) => {
    expect((await pageOf(await runningSandbox(), Object.fromEntries(new URLSearchParams(choices)))).status).toBe(422);
  });
});

describe("the way back into the app that the sandbox plays", () => {
  const signIn = ({ base }: Target, code: string) =>
    fetch(`${base}/control/app/redeem`, { method: "POST", body: new URLSearchParams({ code }) });

  /** A code for a paid order, as the success page has it. */
  async function paidCode(target: Target) {
    const { receipts, orderId } = await paidOrder(target);
    const { code } = await ask(target, redemption, { body: { ...receipts, order_id: orderId } });
    return { code, orderId };
  }

  it.each(["CODE", "https://open.example.com/open/101?code=CODE", "vpn-master://paid?code=CODE"])(
    "signs in, once, as the buyer of the order by %s",
    async (text) => {
      const target = await runningSandbox();
      const { code, orderId } = await paidCode(target);
      const pasted = text.replace("CODE", code);
      const page = await (await signIn(target, pasted)).text();
      for (const words of ["Connected", `/control/orders/${orderId}`]) expect(page).toContain(words);
      const again = await signIn(target, pasted);
      expect([again.status, await again.text()]).toEqual([422, expect.stringContaining("used before")]);
    },
  );

  it("is open to no code that nobody knows", async () => {
    const answer = await signIn(await runningSandbox(), "a".repeat(43));
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("Nobody knows")]);
  });
});
