import { within } from "@testing-library/dom";
import { beforeEach, describe, expect, it } from "vitest";
import { type Order, orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makeParams } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { orderStands, refreshIn } from "./order-status";
import { page, type Shown } from "./site";

const SCRIPTS = "https://scripts.test";

const handOff = async (provider: "pd" | "rz" | "so", headers = {}, order: Partial<Order> = {}) =>
  page(`/redirect?o=${await orderToken(makeOrder({ provider, ...order }))}`, headers);
const policyOf = ({ answer }: Shown) => answer.headers.get("content-security-policy") ?? "";
const frameIn = ({ document }: Shown) => document.querySelector(".provider-frame");

function paramsName(script: string | undefined) {
  const paddle = { vendor_id: 7, environment: "sandbox", script } as const;
  upstream.use(answering(endpoints.commonParams, makeParams({ paddle, razorpay: { key_id: "rzp_test_1", script } })));
}

beforeEach(() => {
  changeEnv({ inlineProviders: ["pd", "rz"], redirectHosts: ["pay.test", "scripts.test"] });
  paramsName(`${SCRIPTS}/checkout.js`);
  for (const provider of ["pd", "rz", "so"] as const)
    orderStands({ status: "pending", redirect_url: `https://pay.test/${provider}/ord_1` }, provider);
});

describe("where a provider's frame is switched on", () => {
  it("pd: only a browser without scripts is sent on by itself; the link stays for everybody", async () => {
    const shown = await handOff("pd");
    expect(frameIn(shown)).not.toBeNull();
    expect(shown.document.querySelector("head > meta[http-equiv=refresh]")).toBeNull();
    expect(shown.document.querySelector("head > noscript > meta")?.getAttribute("content")).toBe(
      "0;url=https://pay.test/pd/ord_1",
    );
    expect(shown.see.getByRole("link", { name: "Continue to payment" })).toBeDefined();
  });

  it("its page may run that one script, and show and call the provider, and nothing else may", async () => {
    const shown = await handOff("pd");
    const both = `${SCRIPTS} https://pay.test;`;
    expect(policyOf(shown)).toMatch(new RegExp(`script-src 'self' ${SCRIPTS};`));
    expect(policyOf(shown)).toContain(`frame-src ${both}`);
    expect(policyOf(shown)).toContain(`connect-src 'self' ${both}`);
    expect(policyOf(shown)).toContain("form-action 'self';");
    expect(policyOf(shown)).not.toContain("unsafe");
    expect(shown.answer.headers.get("permissions-policy")).toContain(`payment=(self "${SCRIPTS}" "https://pay.test")`);
    expect(policyOf(await handOff("so"))).not.toContain(SCRIPTS);
  });

  it("the order stands beside it: plan, lines, tax, total and what follows", async () => {
    const shown = await handOff(
      "pd",
      {},
      {
        coupon: "WELCOME20",
        items: [
          { kind: "plan", amount: 74.99 },
          { kind: "coupon", amount: -15 },
          { kind: "dueToday", amount: 59.99 },
          { kind: "tax", amount: 10, name: "VAT", rate: 20 },
        ],
        sale: "subscription",
        next: { on: "2027-11-21", amount: 74.99 },
      },
    );
    const order = within(shown.see.getByRole("complementary", { name: "Order summary" }));
    const lines = order.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ["Price", "$74.99"],
      ["CouponWELCOME20", "−$15.00"],
      ["Due today", "$59.99\u00a0USD"],
      ["Includes VAT (20%)", "$10.00"],
    ]);
    expect(order.getByText("Vela VPN · 1 year")).toBeDefined();
    expect(order.getByText("Renews for $74.99 on November 21, 2027, then every year until you cancel.")).toBeDefined();
    expect(order.getByText(/^Cancel by /)).toBeDefined();
  });

  it("of a trial it says what follows the trial", async () => {
    const { see } = await handOff(
      "rz",
      {},
      {
        items: [
          { kind: "trial", amount: 59.99, period: { unit: "day", count: 3 } },
          { kind: "dueToday", amount: 59.99 },
        ],
        sale: "trial",
        next: { on: "2026-11-24", amount: 99 },
      },
    );
    expect(see.getByText("Trial: 3 days")).toBeDefined();
    const next = "$59.99 today, then $99.00 every year from November 24, 2026, until you cancel.";
    expect(see.getByText(next)).toBeDefined();
  });

  it("of an order at another price only that price is shown, and nothing that was told of this one", async () => {
    orderStands({ status: "pending", redirect_url: "https://pay.test/pd/ord_1", amount: 49.99 }, "pd");
    const order = { sale: "subscription", next: { on: "2027-11-21", amount: 59.99 }, coupon: "WELCOME20" } as const;
    const { see } = await handOff("pd", {}, order);
    expect(see.getByText("Due today").nextElementSibling?.textContent).toBe("$49.99\u00a0USD");
    expect([see.queryByText(/Renews for/), see.queryByText("WELCOME20")]).toEqual([null, null]);
  });

  it("rz: the form's one host beside it", async () => {
    const shown = await handOff("rz");
    expect(frameIn(shown)).not.toBeNull();
    expect(policyOf(shown)).toContain("form-action 'self' https://pay.test;");
    expect(shown.see.getByRole("button", { name: "Continue to payment" })).toBeDefined();
  });

  it("other providers leave by their link", async () => {
    const shown = await handOff("so");
    expect([frameIn(shown), refreshIn(shown)]).toEqual([null, "0;url=https://pay.test/so/ord_1"]);
  });

  it("a visitor who saves data gets the page without it", async () => {
    const shown = await handOff("pd", { "save-data": "on" });
    expect([frameIn(shown), refreshIn(shown)]).toEqual([null, "0;url=https://pay.test/pd/ord_1"]);
    expect(policyOf(shown)).not.toContain(SCRIPTS);
  });
});

describe("the page does without the frame", () => {
  const PAY_LINK = { kind: "link", address: "https://pay.test/pd/ord_1" } as const;
  const isPlain = async (order: Partial<Order> = {}) => {
    const shown = await handOff("pd", {}, order);
    expect([frameIn(shown), refreshIn(shown)]).toEqual([null, "0;url=https://pay.test/pd/ord_1"]);
    expect(policyOf(shown)).not.toContain("frame-src");
    expect(shown.see.queryByRole("complementary", { name: "Order summary" })).toBeNull();
  };

  it("by default", async () => {
    changeEnv({ inlineProviders: [] });
    await isPlain();
  });

  it("where the script is on a host that nobody allowed", async () => {
    paramsName("https://evil.test/checkout.js");
    await isPlain();
  });

  it("where no script is named", async () => {
    paramsName(undefined);
    await isPlain();
  });

  it("where the settings cannot be had", async () => {
    upstream.use(refusing(endpoints.commonParams, 500));
    await isPlain({ handOff: { ...PAY_LINK, facts: { product: "1", passthrough: "p", coupon: "" } } });
  });

  it("where what the frame needs cannot be had", async () => {
    await isPlain({ handOff: PAY_LINK });
  });
});
