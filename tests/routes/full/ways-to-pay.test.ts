import { describe, expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../../env/changed-env";
import { makeParams, makePlan, makePrice, makeRzOrder } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { orderStands } from "../order-status";
import { fieldsOf, leadsTo, page, post, type Shown, shown } from "../site";

const choices = ({ see }: Shown) => see.getAllByRole<HTMLInputElement>("radio");
const codes = (shown: Shown) => choices(shown).map(({ value }) => value);
const chosen = (shown: Shown) =>
  choices(shown)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);

const labelOf = (radio: HTMLInputElement) => radio.labels?.[0];
/** The choices under "More ways to pay". */
const folded = ({ document }: Shown) => document.querySelector<HTMLDetailsElement>(".choices details");
const foldedCodes = (shown: Shown) => [...(folded(shown)?.querySelectorAll("input") ?? [])].map(({ value }) => value);

it("every way to pay is named by what buyers know, no two alike, and the first one is chosen", async () => {
  const shown = await page("/payment/year?country=IN&provider=pd");
  expect(chosen(shown)).toEqual(["pd"]);
  const names = choices(shown).map((radio) => labelOf(radio)?.querySelector(".choice-name")?.textContent?.trim());
  expect(names).toEqual([
    "UPI · net banking",
    "Apple Pay · Google Pay",
    "Local payment methods",
    "PayPal",
    "Credit or debit card",
  ]);
  expect(chosen(await page("/payment/year"))).toEqual(["pd"]);
});

it("wallets come first where the browser has one, and last where it has none", async () => {
  upstream.use(answering(endpoints.commonParams, () => makeParams({ providers: ["so", "pd", "ps", "rz"] })));
  const from = async (cookie: string, at = "/payment/year") => codes(await page(at, { cookie }));
  expect(await from("wallet=")).toEqual(["so", "pd", "ps"]);
  expect(await from("wallet=1")).toEqual(["pd", "so", "ps"]);
  expect(await from("wallet=0")).toEqual(["so", "ps", "pd"]);
  expect(await from("wallet=1", "/payment/year?country=IN")).toEqual(["rz", "pd", "so", "ps"]);
  // Whatever comes first: what was chosen stays so.
  expect(chosen(await page("/payment/year?provider=ps", { cookie: "wallet=1" }))).toEqual(["ps"]);
});

it("its marks are decoration of a fixed size: the name alone says what it is", async () => {
  const { see } = await page("/payment/year?provider=so");
  const card = see.getByRole<HTMLInputElement>("radio", { name: "Credit or debit card" });
  const marks = [...(labelOf(card)?.querySelectorAll("svg[aria-hidden=true] image") ?? [])];
  const read = (name: string) => marks.map((mark) => mark.getAttribute(name));
  expect(read("href").map((address) => address?.replace(/.*#/, ""))).toEqual(["visa", "mastercard", "amex"]);
  expect([new Set(read("width")), new Set(read("height"))]).toEqual([new Set(["30"]), new Set(["20"])]);
});

it("a brand names its payment partner", async () => {
  const { see } = await page("/payment/year", { cookie: "app=101" });
  expect(
    see.getByRole("radio", { name: /^Apple Pay · Google Pay .* Paddle processes the payment for us\.$/ }),
  ).toBeDefined();
  expect((await page("/payment/year")).see.queryByText(/Paddle/)).toBeNull();
});

it("they come in the payments API's order, without what only India has", async () => {
  expect(codes(await page("/payment/year"))).toEqual(["pd", "rb", "ps", "so"]);
});

it("in India what India has comes first", async () => {
  expect(codes(await page("/payment/year?country=IN"))).toEqual(["rz", "pd", "rb", "ps", "so"]);
});

describe("what only India has stays on offer elsewhere", () => {
  it("for who has chosen it", async () => {
    const asked = await page("/payment/year?provider=rz");
    expect([codes(asked), chosen(asked)]).toEqual([["pd", "rb", "ps", "so", "rz"], ["rz"]]);
    const token = await orderToken(makeOrder({ provider: "rz" }));
    orderStands({ status: "failed", fail_code: "risk" }, "rz");
    expect(chosen(await page(`/payment/year?o=${token}`))).toEqual(["rz"]);
    const fields = fieldsOf(asked, { email: "no address" });
    expect(chosen(await shown(post("/payment/year", fields)))).toEqual(["rz"]);
  });

  it("where there is nothing else", async () => {
    upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["rz"] })));
    expect(chosen(await page("/payment/year"))).toEqual(["rz"]);
  });

  it("not for who then chooses another country", async () => {
    const inIndia = await page("/payment/year?country=IN");
    expect(chosen(inIndia)).toEqual(["rz"]);
    const fields = fieldsOf(inIndia, { country: "US", intent: "change-country" });
    const inAmerica = await shown(post("/payment/year", fields));
    expect([codes(inAmerica), chosen(inAmerica)]).toEqual([["pd", "rb", "ps", "so"], ["pd"]]);
  });
});

it("a form that chooses it from elsewhere is taken all the same", async () => {
  upstream.use(answering(endpoints.rzPurchase, makeRzOrder()));
  const fields = fieldsOf(await page("/payment/year"), { email: "buyer@example.com", provider: "rz", intent: "pay" });
  expect(leadsTo(await post("/payment/year", fields))).toBe("/redirect");
});

describe("three are in sight", () => {
  it("and the others are a tap away", async () => {
    const shown = await page("/payment/year");
    expect([foldedCodes(shown), folded(shown)?.open]).toEqual([["so"], false]);
    expect(folded(shown)?.querySelector("summary")?.textContent).toBe("More ways to pay");
  });

  it("and the others are unfolded where one of them is chosen", async () => {
    expect(folded(await page("/payment/year?provider=so"))?.open).toBe(true);
    expect(folded(await page("/payment/year?provider=ps"))?.open).toBe(false);
  });

  it("and nothing is folded where there are no others", async () => {
    upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["so", "pd", "ps", "rz"] })));
    const shown = await page("/payment/year");
    expect([codes(shown), folded(shown)]).toEqual([["so", "pd", "ps"], null]);
  });
});

it("one that is switched off, or that this site does not know, is not offered", async () => {
  changeEnv({ providersOff: ["pd"] });
  upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["crypto", "pd", "so"] })));
  expect(codes(await page("/payment/year"))).toEqual(["so"]);
});

it("one that cannot take the plan is not offered for it, and not taken", async () => {
  const long = makePlan({ id: "two-years", product_id: "1002", interval_count: 2, providers: ["so"] });
  upstream.use(answering(endpoints.plans, { plans: [makePlan(), long] }));
  expect(codes(await page("/payment/year"))).toContain("ps");
  const form = await page("/payment/two-years?provider=ps");
  expect([codes(form), chosen(form)]).toEqual([["so"], ["so"]]);
  const sent = fieldsOf(form, { email: "buyer@example.com", provider: "ps" });
  const answer = await post("/payment/two-years", sent);
  expect(answer.status).toBe(422);
});

it("one that cannot take the currency of the country is not offered there, and not taken; after a decline neither", async () => {
  upstream.use(
    answering(endpoints.prices, ({ url }) => {
      const isIndia = new URL(url).searchParams.get("customer_country") === "IN";
      return { products: [makePrice(isIndia ? { currency: "INR", providers: ["so", "rz"] } : {})] };
    }),
  );
  expect(codes(await page("/payment/year?country=US"))).toContain("ps");
  const form = await page("/payment/year?country=IN&provider=ps");
  expect([codes(form), chosen(form)]).toEqual([["rz", "so"], ["rz"]]);
  const sent = fieldsOf(form, { email: "buyer@example.com", provider: "ps" });
  expect((await post("/payment/year", sent)).status).toBe(422);
  orderStands({ status: "failed", fail_code: "not_supported" });
  const declined = await page(`/paystatus?o=${await orderToken(makeOrder({ provider: "so", country: "IN" }))}`);
  const others = [...declined.document.querySelectorAll<HTMLAnchorElement>("main a[href*='provider=']")];
  expect(others.map(({ href }) => new URL(href, "https://shop.test").searchParams.get("provider"))).toEqual(["rz"]);
});

it("the merchant is named as the card statement will name it", async () => {
  upstream.use(answering(endpoints.commonParams, makeParams({ statement: { pd: "PADDLE.NET* VPN" } })));
  const { see } = await page("/payment/year");
  expect(see.getByRole("radio", { name: /PADDLE\.NET\* VPN/ })).toBeDefined();
  expect(see.getAllByText(/^On your statement: /)).toHaveLength(1);
});

it("the address may choose one beforehand", async () => {
  expect(chosen(await page("/payment/year?provider=ps"))).toEqual(["ps"]);
});

it.each(["paypal", "constructor", ""])("but not one there is not (%j)", async (provider) => {
  expect(chosen(await page(`/payment/year?provider=${provider}`))).toEqual(["pd"]);
});

it("after a decline the way to pay is the one from before, unless the address chooses another", async () => {
  orderStands({ status: "failed", fail_code: "risk" });
  const token = await orderToken(makeOrder({ provider: "so" }));
  expect(chosen(await page(`/payment/year?o=${token}`))).toEqual(["so"]);
  expect(chosen(await page(`/payment/year?o=${token}&provider=ps`))).toEqual(["ps"]);
});
