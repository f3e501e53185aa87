import { afterEach, describe, expect, it, vi } from "vitest";
import { newAttempt } from "~/checkout/form-fields.server";
import { returnAddresses } from "~/orders/open-order.server";
import { type Order, orderToken, readOrderToken, rememberOrder } from "~/orders/order-token.server";
import { sealReturned } from "~/orders/return.server";
import { sentNotice } from "~/receipts/send-receipt.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { signUpCookies } from "~/visitor/sealed-cookies.server";
import { secrets } from "../../env/rotated-secrets";
import { makeParams, makeResult, makeSoOrder } from "../../mocks/builders";
import { forgetUpstream } from "../../mocks/forget-upstream";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { cookieLine, cookiesOf, makeRequest } from "../../visitor/requests";
import { BUYER, refusal } from "../buying";
import { orderStands, titleOf } from "../order-status";
import { OWNER, signedIn, withKey } from "../receipt-owner";
import { fieldsOf, get, leadsTo, page, post, shown, tokenIn } from "../site";

afterEach(() => {
  vi.useRealTimers();
  forgetSendings();
});

/** The bodies and keys of the purchase calls that are made. */
function listen() {
  const calls: { key: string | null; body: unknown }[] = [];
  upstream.use(
    responding(endpoints.soPurchase, async (request) => {
      calls.push({ key: request.headers.get("idempotency-key"), body: await request.json() });
      return Response.json(makeSoOrder());
    }),
  );
  return calls;
}

/** What the payments API is asked about invoices. */
function askedForInvoices() {
  const asked: unknown[] = [];
  upstream.use(
    responding(endpoints.invoiceList, async (request) => {
      asked.push(await request.json());
      return Response.json({ invoices: [] });
    }),
  );
  return asked;
}

const nameIn = (cookie: string) => ({ cookie: cookie.slice(0, cookie.indexOf(";")) });
const ORDER_PAGES = ["/paystatus", "/paysuc", "/redirect"];

describe("an order's link", () => {
  const link = async (path: string) => {
    secrets.old();
    return `${path}?o=${await orderToken(makeOrder())}`;
  };

  it.each(ORDER_PAGES)("opens %s while the old secret is listed, and then goes on with the new one", async (path) => {
    const address = await link(path);
    secrets.rotated();
    orderStands({ status: "pending", order_state: "paying" });
    const answer = await get(address);
    if (path === "/paystatus") expect(answer.status).toBe(200);
    else expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
    const next = tokenIn(answer) ?? /o=([\w.-]+)/.exec(await answer.text())?.[1] ?? "";
    secrets.gone();
    expect(await readOrderToken(next)).toMatchObject({ orderId: "ord_1" });
  });

  it.each(ORDER_PAGES)(
    "to %s is told to be unreadable once the secret is gone, and the API is not asked",
    async (path) => {
      const address = await link(path);
      secrets.gone();
      upstream.use(refusing(endpoints.soPurchaseResult, 500));
      const opened = await page(address);
      expect([opened.answer.status, titleOf(opened)]).toEqual([404, "We can’t find this order"]);
      expect(opened.see.getByText(/If you’ve already paid, don’t pay again/)).toBeDefined();
    },
  );

  it("a waiting page's poll ends, and a buyer on the way back from the provider gets to that page", async () => {
    const [poll, back] = [await link("/paystatus/state"), await link("/return/so")];
    secrets.gone();
    expect((await get(poll)).status).toBe(404);
    const answer = await get(back);
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
  });

  it("to its form leaves a new form, which names no earlier order", async () => {
    const address = await link("/payment/year");
    secrets.gone();
    const form = await page(address);
    expect([form.answer.status, fieldsOf(form).get("email")]).toEqual([200, ""]);
  });
});

describe("what a browser remembers of its orders", () => {
  const unnumbered = makeOrder({ orderId: undefined });

  async function remembered(order: Order = makeOrder({ orderId: "ord_9" })) {
    secrets.old();
    return nameIn((await rememberOrder(makeRequest("/"), order)) ?? "");
  }

  it("still names the order, so that its purchase call is not sent again", async () => {
    const headers = await remembered();
    secrets.rotated();
    const calls = listen();
    orderStands({ status: "pending", order_state: "paying" });
    const answer = await get(`/paystatus?o=${await orderToken(unnumbered)}`, headers);
    expect([answer.status, calls]).toEqual([200, []]);
  });

  it("forgotten with its secret, the call is repeated under its own key only", async () => {
    const headers = await remembered();
    secrets.gone();
    const calls = listen();
    orderStands({ status: "pending", order_state: "paying" });
    expect((await get(`/paystatus?o=${await orderToken(unnumbered)}`, headers)).status).toBe(200);
    expect(calls.map(({ key }) => key)).toEqual([unnumbered.attempt]);
  });

  it("forgotten with its secret, an API that honours no keys is not asked to open anything", async () => {
    const headers = await remembered();
    secrets.gone();
    const calls = listen();
    upstream.use(answering(endpoints.commonParams, makeParams({ idempotency_keys: false })));
    const opened = await page(`/paystatus?o=${await orderToken(unnumbered)}`, headers);
    expect([opened.answer.status, titleOf(opened), calls]).toEqual([200, "We can’t see your payment yet", []]);
    expect(opened.see.getByText(/Don’t pay again/)).toBeDefined();
  });
});

describe("a purchase call that is repeated after the change", () => {
  const order = makeOrder({ orderId: undefined });

  it("has its own key and says the same but for the addresses to come back to, which both open", async () => {
    secrets.old();
    const before = await returnAddresses(order);
    secrets.rotated();
    const after = await returnAddresses(order);
    expect(after).not.toEqual(before);
    for (const { returnUrl } of [before, after])
      expect(await readOrderToken(new URL(returnUrl).searchParams.get("o"))).toMatchObject({ attempt: order.attempt });
  });

  it("and that the API therefore takes for another one shows no payment, and opens no second order", async () => {
    secrets.old();
    const link = `/paystatus?o=${await orderToken(order)}`;
    secrets.rotated();
    const keys: (string | null)[] = [];
    upstream.use(
      responding(endpoints.soPurchase, ({ headers }) => {
        keys.push(headers.get("idempotency-key"));
        return Response.json(refusal("idempotency_conflict"), { status: 409 });
      }),
    );
    const opened = await page(link);
    expect([opened.answer.status, titleOf(opened)]).toEqual([200, "We can’t see your payment yet"]);
    expect(new Set(keys)).toEqual(new Set([order.attempt]));
  });
});

describe("a form that was open meanwhile", () => {
  it("pays at the price it showed while the old secret is listed", async () => {
    secrets.old();
    const form = await page("/payment/year");
    secrets.rotated();
    const calls = listen();
    const answer = await post("/payment/year", fieldsOf(form, BUYER));
    expect([answer.status, leadsTo(answer), calls.length]).toEqual([303, "/redirect", 1]);
  });

  it("shows the price once more when the secret is gone, and is paid once, by the next press", async () => {
    secrets.old();
    const form = await page("/payment/year");
    secrets.gone();
    const calls = listen();
    const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
    expect([again.answer.status, calls]).toEqual([422, []]);
    expect(again.see.getByRole("alert").textContent).toContain("We couldn’t confirm the price");
    expect(again.see.getByLabelText<HTMLInputElement>("Email").value).toBe(BUYER.email);
    expect((await post("/payment/year", fieldsOf(again, BUYER))).status).toBe(303);
    expect(calls).toHaveLength(1);
  });

  it("that was sent already is the same purchase after the change, and no further one without a press", async () => {
    secrets.old();
    const form = await page("/payment/year");
    const fields = fieldsOf(form, BUYER);
    const calls = listen();
    const sent = await post("/payment/year", fields);
    forgetUpstream();
    const headers = { cookie: cookiesOf(sent.headers) };
    secrets.rotated();
    expect(leadsTo(await post("/payment/year", fields, headers))).toBe("/paystatus");
    secrets.gone();
    expect((await post("/payment/year", fields, headers)).status).toBe(422);
    expect(calls).toHaveLength(1);
  });

  it("keeps its form token, which is compared and not opened", async () => {
    secrets.old();
    const headers = nameIn((await page("/payment/year")).answer.headers.getSetCookie().find(isFormToken) ?? "");
    for (const change of [secrets.rotated, secrets.gone]) {
      change();
      expect(`csrf=${fieldsOf(await page("/payment/year", headers)).get("csrf")}`).toBe(headers.cookie);
    }
  });
});

const isFormToken = (cookie: string) => cookie.startsWith("csrf=");

describe("a form whose stamp is of the old secret", () => {
  async function opened() {
    vi.useFakeTimers({ toFake: ["Date"] });
    secrets.old();
    const form = await page("/account");
    vi.setSystemTime(Date.now() + 30_000);
    return fieldsOf(form, { email: "member@example.com" }, "form.sign-up");
  }

  it("signs in while it is listed; after that it comes back as a new one, which then does", async () => {
    const fields = await opened();
    secrets.rotated();
    expect((await post("/account", fields)).status).toBe(303);
    secrets.gone();
    const again = await shown(post("/account", fields));
    expect(again.answer.status).toBe(422);
    expect(again.see.getByRole("alert").textContent).toContain("Please submit the form again.");
    vi.setSystemTime(Date.now() + 30_000);
    const renewed = fieldsOf(again, { email: "member@example.com" }, "form.sign-up");
    expect((await post("/account", renewed)).status).toBe(303);
  });
});

describe("the attempt that tells one's own browser", () => {
  const browser = "b".repeat(43);
  const headers = { cookie: `csrf=${browser}` };

  /** The buyer's own order is under way; their browser begins anew. */
  async function beginAnew() {
    secrets.old();
    const idempotency_key = newAttempt(browser);
    const redirect_url = "https://pay.test/so/ord_7";
    const order = { ...makeResult({ order_id: "ord_7", status: "pending" }), idempotency_key, redirect_url };
    upstream.use(refusing(endpoints.soPurchase, 409, refusal("order_live", { order })));
    return async () => {
      const answer = await post("/payment/year", fieldsOf(await page("/payment/year", headers), BUYER), headers);
      return readOrderToken(tokenIn(answer));
    };
  }

  it("is still its own while the old secret is listed", async () => {
    const pay = await beginAnew();
    secrets.rotated();
    expect(await pay()).toMatchObject({ orderId: "ord_7", handOff: { address: "https://pay.test/so/ord_7" } });
  });

  it("is a stranger's once it is gone: its order is followed, and none is opened beside it", async () => {
    const pay = await beginAnew();
    secrets.gone();
    expect(await pay()).toMatchObject({ orderId: "ord_7", isFollower: true });
  });
});

describe("who is signed in", () => {
  it("an app's link still opens the receipts; once its secret is gone the page tells how to get to them", async () => {
    secrets.old();
    const headers = await signedIn();
    const asked = askedForInvoices();
    secrets.rotated();
    expect((await page("/receipts", headers)).answer.status).toBe(200);
    expect(asked).toEqual([OWNER]);
    secrets.gone();
    const { answer, see } = await page("/receipts", headers);
    expect([answer.status, asked.length]).toEqual([200, 1]);
    expect(see.getByText(/Open this page from the app/)).toBeDefined();
  });

  it("a sign-up's token still is; once its secret is gone it is nobody's, and never sent as it stands", async () => {
    secrets.old();
    const headers = { cookie: cookieLine(await signUpCookies({ token: "42.token" })) };
    const bearers: (string | null)[] = [];
    upstream.use(
      responding(endpoints.profile, (request) => {
        bearers.push(request.headers.get("authorization"));
        return Response.json({ user_id: 42, email: "member@example.com" });
      }),
    );
    secrets.rotated();
    expect((await page("/account", headers)).see.getAllByText("member@example.com")).not.toEqual([]);
    secrets.gone();
    const { answer, see } = await page("/account", headers);
    expect([answer.status, see.getByRole("button", { name: "Continue" }).textContent]).toEqual([200, "Continue"]);
    expect(bearers).toEqual(["Bearer 42.token"]);
  });
});

describe("receipts", () => {
  it("a key opens them while its secret is listed; after that the link says that it opens nothing", async () => {
    secrets.old();
    const address = await withKey();
    const asked = askedForInvoices();
    secrets.rotated();
    expect((await page(address)).answer.status).toBe(200);
    secrets.gone();
    const opened = await page(address);
    expect([opened.answer.status, titleOf(opened)]).toEqual([404, "This link doesn’t open any receipts"]);
    expect(asked).toEqual([OWNER]);
  });

  it("a notice of what was sent is shown while its secret is listed, and then simply not", async () => {
    secrets.old();
    const notice = await sentNotice(OWNER, "friend@example.com");
    const toldOn = async () => {
      const { answer, see } = await page(`/receipts?sent=${notice}`, await signedIn());
      return [answer.status, see.queryByText(/is on its way to friend@example\.com/) !== null];
    };
    secrets.rotated();
    expect(await toldOn()).toEqual([200, true]);
    secrets.gone();
    expect(await toldOn()).toEqual([200, false]);
  });
});

it("what a provider posted still reaches the payments API in the request after it; without the secret it is left out", async () => {
  secrets.old();
  const back = await sealReturned({ token: "pay_1", PayerID: "p" });
  const asked: unknown[] = [];
  upstream.use(
    responding(endpoints.psPurchaseResult, async (request) => {
      asked.push(await request.json());
      return Response.json(makeResult({ status: "pending", order_state: "paying" }));
    }),
  );
  const come = async () => get(`/return/ps?o=${await orderToken(makeOrder({ provider: "ps" }))}&back=${back}`);
  secrets.rotated();
  expect((await come()).status).toBe(303);
  secrets.gone();
  expect((await come()).status).toBe(303);
  expect(asked).toEqual([expect.objectContaining({ order_id: "ord_1", token: "pay_1" }), { order_id: "ord_1" }]);
});

it("a copy that lists the new secret second opens what another one has sealed with it", async () => {
  secrets.rotated();
  const address = `/paystatus?o=${await orderToken(makeOrder())}`;
  secrets.announced();
  orderStands({ status: "pending", order_state: "paying" });
  expect((await get(address)).status).toBe(200);
  secrets.old();
  expect((await get(address)).status).toBe(404);
});
