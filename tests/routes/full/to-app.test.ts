import { describe, expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { OPTIONAL_CALLS } from "~/upstream/contract/subscriptions";
import { brandOf } from "~/visitor/brand/brands.server";
import { makeParams, makeRedemption, makeResult } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { OWNER } from "../receipt-owner";
import { get, leadsTo, page, type Shown } from "../site";

const { code: CODE } = makeRedemption();
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const SAFARI = `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`;
const WEB_VIEW = "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0.0.0 Mobile";
const INSTAGRAM = `${IPHONE} Mobile/21F90 Instagram 300.0`;
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";

/** Orders are paid from now on, and the payments API makes codes; each request for one is in the list. */
function codesAreMade(calls: string[] = [...OPTIONAL_CALLS]) {
  const asked: unknown[] = [];
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls })),
    answering(endpoints.soPurchaseResult, makeResult({ receipts: OWNER })),
    responding(endpoints.redemption, async (request) => {
      asked.push(await request.json());
      return Response.json(makeRedemption());
    }),
  );
  return asked;
}

async function paid(userAgent: string, order: Parameters<typeof makeOrder>[0] = { appType: 101 }): Promise<Shown> {
  const headers = { "user-agent": userAgent, cookie: `app=${order?.appType}` };
  return page(`/paysuc?o=${await orderToken(makeOrder(order))}`, headers);
}

/** The links to the app, and whether each is a button. */
const waysIn = ({ see }: Shown) =>
  see
    .queryAllByRole("link", { name: /^(Open|Get|Return to) V/ })
    .map((link) => [link.textContent, link.getAttribute("href"), link.className === "button"]);

const LINK = `https://open.example.com/open/101?code=${CODE}`;
const STORE = ["Get VPN Master for iOS", "https://www.example.com/master/ios"];

describe("after paying", () => {
  it("a phone opens the app by one tap, with a code for this order", async () => {
    const asked = codesAreMade();
    const shown = await paid(SAFARI);
    expect(asked).toEqual([{ ...OWNER, order_id: "ord_1" }]);
    expect(waysIn(shown)).toEqual([
      ["Open VPN Master", LINK, true],
      [...STORE, false],
    ]);
    expect(shown.see.getByText("Open VPN Master and turn it on. You don’t need to sign in.")).toBeDefined();
    expect(shown.see.getByText(/works once, for a few minutes/)).toBeDefined();
    expect(shown.document.querySelector(".scan")).toBeNull();
    expect(shown.answer.headers.get("cache-control")).toBe("no-store");
  });

  it("the app's own scheme is the last resort: the store comes before it", async () => {
    codesAreMade();
    expect(waysIn(await paid(SAFARI, { appType: 502 }))).toEqual([
      ["Get Vela VPN for iOS", "https://www.example.com/ios", true],
      ["Open Vela VPN", `vela-vpn://open?code=${CODE}`, false],
    ]);
  });

  it("a computer has a code to scan, drawn by the server, beside what it had before", async () => {
    codesAreMade();
    const { document, see } = await paid(DESKTOP);
    const picture = see.getByRole("img", { name: "Scan this with your phone’s camera to open VPN Master there." });
    expect(picture.querySelector("path")?.getAttribute("d")).toMatch(/^M0 0\.5h7/);
    expect(document.querySelector(".scan")?.textContent).toContain("Scan this");
    expect(see.getByRole("link", { name: "Get VPN Master for Windows" }).className).toBe("button");
  });

  it("whoever came from the app goes back to it first", async () => {
    codesAreMade();
    const shown = await paid(SAFARI, { appType: 101, userId: 42 });
    expect(waysIn(shown)).toEqual([["Return to VPN Master", `vpn-master://paid?code=${CODE}`, true]]);
    expect(shown.see.queryByText(/works once/)).toBeNull();
  });

  it("so does whoever is in the app's own web view, but not in another app's", async () => {
    codesAreMade();
    expect(waysIn(await paid(WEB_VIEW))).toEqual([
      ["Return to VPN Master", `vpn-master://paid?code=${CODE}`, true],
      ["Get VPN Master for Android", "https://www.example.com/master/android", false],
    ]);
    expect(waysIn(await paid(INSTAGRAM))[0]).toEqual(["Open VPN Master", LINK, true]);
  });
});

describe("without a code all is as it was", () => {
  const before = [[...STORE, true]];

  it("where the payments API does not have the call, it is not asked", async () => {
    const asked = codesAreMade(OPTIONAL_CALLS.filter((name) => name !== "redemptions"));
    const shown = await paid(SAFARI);
    expect([asked, waysIn(shown)]).toEqual([[], before]);
    expect(shown.see.getByText("Open VPN Master and sign in with your email.")).toBeDefined();
    expect((await paid(DESKTOP)).document.querySelector(".scan")).toBeNull();
  });

  it("where the brand's app takes none, it is not asked", async () => {
    const asked = codesAreMade();
    const { links } = { links: waysIn(await paid(SAFARI, { appType: 114, userId: 42 })) };
    expect([asked, links]).toEqual([[], [["Open VPN Lite", brandOf(114).appLinks?.ios, true]]]);
  });

  it.each([
    ["refuses", refusing(endpoints.redemption, 409)],
    ["fails", refusing(endpoints.redemption, 500)],
    [
      "answers nonsense",
      responding(endpoints.redemption, () => Response.json({ code: "javascript:alert(1)//xxxxxxxx" })),
    ],
  ])("where the payments API %s, the buyer sees that they have paid", async (_, refusal) => {
    codesAreMade();
    upstream.use(refusal);
    const shown = await paid(SAFARI);
    expect([shown.answer.status, waysIn(shown)]).toEqual([200, before]);
    expect(shown.html).not.toContain("javascript:alert");
  });

  it("the way back is there all the same: it needs none", async () => {
    codesAreMade([]);
    expect(waysIn(await paid(WEB_VIEW))[0]).toEqual(["Return to VPN Master", "vpn-master://paid", true]);
  });

  it("nobody else's browser is given one", async () => {
    const asked = codesAreMade();
    const token = await orderToken(makeOrder({ orderId: "ord_7", isFollower: true }));
    expect(leadsTo(await get(`/paysuc?o=${token}`))).toBe("/paystatus");
    await page(`/paystatus?o=${token}`);
    expect(asked).toEqual([]);
  });
});

const opened = (path: string, userAgent = SAFARI) => page(path, { "user-agent": userAgent });

describe("the page at the link, for whoever has no app that takes it", () => {
  it("opens the app by its own scheme, says where it is installed from, and spends nothing", async () => {
    const asked: unknown[] = [];
    upstream.use(responding(endpoints.redeem, () => Response.json(asked.push(1))));
    const { answer, document, see } = await opened(`/open/101?code=${CODE}`);
    const { headers } = answer;
    expect([answer.status, headers.get("cache-control"), headers.get("referrer-policy"), asked]).toEqual([
      200,
      "no-store",
      "strict-origin",
      [],
    ]);
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(see.getByRole("link", { name: "Open VPN Master" }).getAttribute("href")).toBe(
      `vpn-master://open?code=${CODE}`,
    );
    expect(see.getByRole("link", { name: STORE[0] }).getAttribute("href")).toBe(STORE[1]);
  });

  it("belongs to the app that its address names, whoever opens it", async () => {
    const { see } = await page(`/open/101?code=${CODE}`, { "user-agent": SAFARI, cookie: "app=114" });
    expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Open VPN Master");
  });

  it("on a computer has the code to scan", async () => {
    const { see, document } = await opened(`/open/502?code=${CODE}`, DESKTOP);
    expect(document.querySelector(".scan svg")).not.toBeNull();
    expect(see.queryByRole("link", { name: "Open Vela VPN" })).toBeNull();
  });

  it.each(["", "?code=", "?code=short", `?code=${CODE}%22%3E%3Cscript%3E`, "?code=javascript:alert(1)//aaaaaaaaaaaa"])(
    "says of a link that is broken off what to do: %j",
    async (search) => {
      const { answer, see } = await opened(`/open/101${search}`);
      expect(answer.status).toBe(200);
      expect(see.getByText(/^This link is incomplete\./)).toBeDefined();
      expect(see.queryByRole("link", { name: "Open VPN Master" })).toBeNull();
    },
  );

  it.each(["/open/114", "/open/abc"])("does not exist where no app takes codes: %s", async (path) => {
    expect((await get(`${path}?code=${CODE}`)).status).toBe(path === "/open/abc" ? 200 : 404);
  });

  it("speaks every language, and a link to another keeps the code", async () => {
    for (const { code: lang } of LOCALES) {
      const { document } = await opened(`${lang === "en" ? "" : `/${lang}`}/open/101?code=${CODE}`);
      const text = translate(lang)("sale:openPage.text", { app: "VPN Master" });
      expect(document.querySelector("main")?.textContent).toContain(text);
      const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
      expect(links).toContain(`/${lang === "fa" ? "de" : "fa"}/open/101?code=${CODE}`);
    }
  });
});

describe("the files by which systems know whose links these are", () => {
  it("name every brand's app for Apple, each for the addresses of its own", async () => {
    const answer = await get("/.well-known/apple-app-site-association");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(answer.headers.get("cache-control")).toMatch(/^public, max-age=/);
    const at = (id: number) => [{ "/": `/open/${id}` }, { "/": `/*/open/${id}` }];
    const { details } = (await answer.json()).applinks;
    expect(details).toHaveLength(2);
    expect(details).toEqual(
      expect.arrayContaining([
        { appIDs: ["ABCDE12345.com.example.master"], components: at(101) },
        { appIDs: ["ABCDE12345.com.example.vela"], components: at(502) },
      ]),
    );
  });

  it("name every brand's app for Android, with its certificates", async () => {
    const answer = await get("/.well-known/assetlinks.json");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    const statements: { target: { package_name: string; sha256_cert_fingerprints: string[] } }[] = await answer.json();
    expect(statements.map(({ target }) => target.package_name).toSorted()).toEqual([
      "com.example.master",
      "com.example.vela",
    ]);
    expect(statements[0]?.target.sha256_cert_fingerprints[0]).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });
});
