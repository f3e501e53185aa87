import { describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { seal } from "~/sealing.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makeApiError, makeInvoice } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { memberCookie } from "../visitor/requests";
import { OWNER, signedIn, withKey } from "./receipt-owner";
import { fieldsOf, get, page, post, type Shown, shown } from "./site";
import { subscribed } from "./subscriptions";

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;

/** From now on the payments API lists these; what it was asked is kept. */
function listing(...invoices: Parameters<typeof makeInvoice>[0][]) {
  const asked: unknown[] = [];
  const answer = { email_hint: "m•••@example.com", invoices: invoices.map((invoice) => makeInvoice(invoice)) };
  upstream.use(
    responding(endpoints.invoiceList, async (request) => {
      asked.push(await request.json());
      return Response.json(answer);
    }),
  );
  return asked;
}

describe("somebody the app's link has signed in", () => {
  it("sees each receipt with its date, plan, amount in its own currency, and whether it is paid", async () => {
    listing(
      {
        invoice_id: "inv_2",
        amount: 54.99,
        currency: "EUR",
        status: "refunded",
        issued_at: "2026-03-01T23:30:00-02:00",
      },
      { invoice_id: "inv_1" },
    );
    const { answer, see } = await page("/receipts", await signedIn());
    expect(answer.status).toBe(200);
    const rows = see.getAllByRole("row").slice(1);
    const cells = rows.map(({ children }) => [...children].slice(0, 4).map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ["March 1, 2026", "1 year", "€54.99", "Refunded"],
      ["January 31, 2026", "1 year", "$59.99", "Paid"],
    ]);
  });

  it("is told to the payments API as the link said it, byte for byte", async () => {
    const asked = listing({});
    await page("/receipts", await signedIn());
    expect(asked).toEqual([OWNER]);
  });

  it("reads dates and amounts in their own language", async () => {
    listing({ amount: 1234.5, currency: "EUR" });
    const { see } = await page("/de/receipts", await signedIn());
    expect(see.getByRole("rowheader").textContent).toBe("31.\u00a0Januar\u00a02026");
    expect(see.getByText(/^1\.234,50\s€$/)).toBeDefined();
  });

  it("reads the invoice's own words for a plan that is no longer on sale", async () => {
    listing({ plan_id: "old", description: "VPN, 18 months" });
    const { see } = await page("/receipts", await signedIn());
    expect(see.getByText("VPN, 18 months")).toBeDefined();
  });

  it("gets there while the plans cannot be loaded", async () => {
    upstream.use(refusing(endpoints.plans, 500));
    const { answer, see } = await page("/receipts", await signedIn());
    expect([answer.status, see.queryByText("$59.99")?.textContent]).toEqual([200, "$59.99"]);
  });

  it("who has paid nothing yet is led to the plans", async () => {
    listing();
    const shown = await page("/receipts", await signedIn());
    expect([shown.answer.status, headingOf(shown)]).toEqual([200, "No receipts yet"]);
    expect(shown.see.getAllByRole("link", { name: "See all plans" })).not.toEqual([]);
  });

  it.each([
    ["too old", 401, makeApiError({ code: 401 })],
    ["not good", 403, makeApiError({ code: 403 })],
    ["logged out by another device", 400, makeApiError({ code: 50012 })],
  ])("whose link is %s is told how to go on, and the session ends", async (_, status, error) => {
    upstream.use(refusing(endpoints.invoiceList, status, error));
    const shown = await page("/receipts", await signedIn());
    expect([shown.answer.status, headingOf(shown)]).toEqual([403, "Please open your receipts again"]);
    expect(shown.answer.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/);
  });

  it.each([500, 503, 429])("is told to try again where the payments API answers %d", async (status) => {
    upstream.use(
      responding(endpoints.invoiceList, () =>
        Response.json(makeApiError(), { status, headers: { "Retry-After": "30" } }),
      ),
    );
    const shown = await page("/receipts", await signedIn());
    expect([shown.answer.status, headingOf(shown)]).toEqual([503, "We can’t show your receipts right now"]);
    expect(shown.answer.headers.get("retry-after")).toBe("30");
    expect(shown.see.getByRole("link", { name: "Try again" })).toBeDefined();
  });
});

describe("nobody in particular", () => {
  it("is told how to get to receipts; the payments API is not asked", async () => {
    const asked = listing({});
    const { answer, see } = await page("/receipts");
    expect([answer.status, asked]).toEqual([200, []]);
    expect(see.getByText(/Open this page from the app/)).toBeDefined();
    expect(see.getByText(/Use the link you saw after paying/)).toBeDefined();
    expect(see.getByRole("link", { name: "Sign in with your email" }).getAttribute("href")).toBe(
      "/account?page=receipts",
    );
  });

  it("who is signed in already is not asked to sign in", async () => {
    const { see } = await page("/receipts", { cookie: await memberCookie() });
    expect(see.queryByRole("link", { name: "Sign in with your email" })).toBeNull();
  });

  it("has the link mailed where the payments API does that", async () => {
    subscribed();
    const { see } = await page("/receipts");
    expect(see.getByRole("heading", { name: "Lost the link to your receipts?" })).toBeDefined();
    expect(see.getByRole("textbox", { name: "Email" })).toBeDefined();
    expect(see.queryByRole("link", { name: "Write an email" })).toBeNull();
  });

  it("else finds a letter to support, ready to be sent", async () => {
    const { see, document } = await page("/receipts");
    const letter = see.getByRole("link", { name: "Write an email" }).getAttribute("href") ?? "";
    expect(decodeURIComponent(letter)).toContain("Please send me the receipts");
    expect(document.querySelector("form.find")).toBeNull();
  });

  it.each(["ended", "brokenKey"])("whose way in is no good any more (%s) has the same ways", async (kind) => {
    subscribed();
    upstream.use(refusing(endpoints.invoiceList, 403, makeApiError({ code: 403 })));
    const refused = await (kind === "ended" ? page("/receipts", await signedIn()) : page(await withKey()));
    expect(refused.see.getByRole("button", { name: "Send the link" })).toBeDefined();
    expect(fieldsOf(refused, {}, "form.find").get("intent")).toBe("link");
    expect(refused.document.querySelector("form.find")?.getAttribute("action")).toBe("/receipts");
  });

  it("whose address is mistyped keeps the form, with what was wrong", async () => {
    subscribed();
    const fields = fieldsOf(await page("/receipts"), { email: "nobody" }, "form.find");
    const again = await shown(post("/receipts", fields));
    expect(again.answer.status).toBe(422);
    expect(again.see.getByLabelText<HTMLInputElement>("Email").value).toBe("nobody");
    expect(again.document.querySelector("#email-error")?.textContent).toMatch(/Enter an email address like/);
  });
});

describe("a receipt key", () => {
  it("opens the receipts in a browser that knows nothing, and every link of the page keeps it", async () => {
    const asked = listing({});
    const address = await withKey();
    const { answer, see, document } = await page(address);
    expect([answer.status, asked]).toEqual([200, [OWNER]]);
    const key = new URL(address, env().publicOrigin).searchParams.get("k");
    const addresses = [
      see.getByRole("link", { name: /View and print/ }).getAttribute("href"),
      document.querySelector("table form")?.getAttribute("action"),
    ];
    expect(addresses.map((link) => new URL(link ?? "", env().publicOrigin).searchParams.get("k"))).toEqual([key, key]);
    expect(see.getByText(/Keep it, and don’t share it/)).toBeDefined();
  });

  it("goes before the session: it was opened on purpose", async () => {
    const asked = listing({});
    await page(`/receipts?k=${await seal("receipts", { ...OWNER, user_id: 7 })}`, await signedIn());
    expect(asked).toEqual([{ ...OWNER, user_id: 7 }]);
  });

  it("speaks for itself: whoever is signed in here as well is not named", async () => {
    const bearers: (string | null)[] = [];
    upstream.use(
      responding(endpoints.invoiceList, ({ headers }) => {
        bearers.push(headers.get("authorization"));
        return Response.json({ invoices: [] });
      }),
    );
    await page(await withKey(), { cookie: await memberCookie() });
    await page("/receipts", { cookie: await memberCookie() });
    expect(bearers).toEqual([null, "Bearer t0ken"]);
  });

  it.each([
    ["changed", async () => `${await withKey()}x`],
    ["cut off", async () => (await withKey()).slice(0, -9)],
    ["empty", async () => "/receipts?k="],
    ["sealed for something else", async () => `/receipts?k=${await seal("notice", OWNER)}`],
    ["of another shape", async () => `/receipts?k=${await seal("receipts", { user_id: 42, sign: "x" })}`],
    ["markup", async () => "/receipts?k=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"],
    ["endless", async () => `/receipts?k=${"a".repeat(5000)}`],
  ])("that is %s opens nothing, and the payments API is not asked", async (_, address) => {
    const asked = listing({});
    const shown = await page(await address());
    expect([shown.answer.status, headingOf(shown), asked]).toEqual([404, "This link doesn’t open any receipts", []]);
  });

  it("that the payments API no longer accepts opens nothing, and ends no session", async () => {
    upstream.use(refusing(endpoints.invoiceList, 403, makeApiError({ code: 403 })));
    const shown = await page(await withKey(), await signedIn());
    expect([shown.answer.status, headingOf(shown)]).toEqual([404, "This link doesn’t open any receipts"]);
    expect(shown.answer.headers.getSetCookie().join()).not.toContain("session=;");
  });
});

describe("a plan that runs stands beside the receipts", () => {
  const MANAGE = "https://pay.test/manage/1";
  /** The card's links without what is behind their paths. */
  const links = ({ document }: Shown) =>
    [...document.querySelectorAll(".subscription a")].map((link) => [
      link.textContent,
      link.getAttribute("href")?.replace(/\?.*/, ""),
    ]);

  it("with its next payment, another way to pay before that fails, and its end", async () => {
    changeEnv({ redirectHosts: ["pay.test"] });
    listing({});
    const asked = subscribed({ manage_url: MANAGE, withdraw_until: "2099-01-01T00:00:00Z" });
    const shown = await page(await withKey());
    expect([headingOf(shown), asked]).toEqual(["Your plan and receipts", [OWNER]]);
    expect(shown.see.getByRole("article", { name: "1 year" }).textContent).toContain("$59.99 on June 30, 2026");
    expect(links(shown)).toEqual([
      ["Update your payment method 1 year", MANAGE],
      ["Cancel a subscription 1 year", "/cancel"],
      ["Withdraw from contract 1 year", "/withdraw"],
    ]);
    expect(shown.document.querySelectorAll(".subscription a[href*='?k=']")).toHaveLength(2);
  });

  it.each([
    ["whose renewal failed", { state: "past_due", manage_url: MANAGE }, ["/renewal", "/cancel"]],
    ["that was cancelled", { state: "ending", manage_url: MANAGE }, ["/cancel"]],
    ["that was cancelled for good", { state: "ending", resumable: false }, []],
    ["that was paid once", { renews: false, renewal: undefined }, []],
    ["of a store", { source: "google_play" }, ["https://play.google.com/store/account/subscriptions"]],
    ["whose page is nowhere that buyers may be sent", { manage_url: "https://evil.example/" }, ["/cancel"]],
  ] as const)("%s leads only where that can be changed", async (_, subscription, expected) => {
    changeEnv({ redirectHosts: ["pay.test"] });
    listing({});
    subscribed(subscription);
    expect(links(await page(await withKey())).map(([, address]) => address)).toEqual(expected);
  });

  it.each(["ended", "withdrawn"] as const)("but none that is %s", async (state) => {
    listing({});
    subscribed({ state });
    const shown = await page(await withKey());
    expect([headingOf(shown), links(shown)]).toEqual(["Your receipts", []]);
  });

  it("also before anything was paid", async () => {
    listing();
    subscribed({ is_trial: true });
    const shown = await page(await withKey());
    expect([headingOf(shown), links(shown).length]).toEqual(["No receipts yet", 1]);
  });

  it("and where it cannot be listed, that keeps nobody from the receipts", async () => {
    listing({});
    subscribed();
    upstream.use(refusing(endpoints.subscriptionList, 503));
    const shown = await page(await withKey());
    expect([shown.answer.status, headingOf(shown)]).toEqual([200, "Your receipts"]);
    expect(shown.document.querySelectorAll("a[href^='/cancel?k=']")).toHaveLength(1);
  });
});

it("receipts are never stored and never listed by search engines", async () => {
  const { answer, document } = await page(await withKey());
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
});

it("the browser's data request is not stored either", async () => {
  const answer = await get(`${await withKey()}&_data=routes%2F(%24lang).receipts`);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
});

it("what the payments API says is text, never markup", async () => {
  const evil = "<img src=x onerror=alert(1)>";
  upstream.use(
    answering(endpoints.invoiceList, {
      email_hint: evil,
      invoices: [makeInvoice({ plan_id: undefined, description: evil })],
    }),
  );
  const { document, see } = await page(await withKey());
  expect(document.querySelector("img[src=x]")).toBeNull();
  expect(see.getByText(evil)).toBeDefined();
});
