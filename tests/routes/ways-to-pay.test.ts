import { expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makeParams } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { orderStands } from "./order-status";
import { page, type Shown } from "./site";

const choices = ({ see }: Shown) => see.getAllByRole<HTMLInputElement>("radio");
const codes = (shown: Shown) => choices(shown).map(({ value }) => value);
const chosen = (shown: Shown) =>
  choices(shown)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);

it("every way to pay has a name and a line about it, and the first one is chosen", async () => {
  const shown = await page("/payment/year");
  expect(chosen(shown)).toEqual(["pd"]);
  const labels = choices(shown).map(({ labels }) => labels?.[0]?.textContent ?? "");
  expect(labels).toHaveLength(5);
  expect(shown.see.getByRole("radio", { name: /^Card, PayPal, Apple Pay or Google Pay/ })).toBeDefined();
});

it("they come in the payments API's order, what only India has last", async () => {
  expect(codes(await page("/payment/year"))).toEqual(["pd", "rb", "ps", "so", "rz"]);
});

it("in India what India has comes first", async () => {
  expect(codes(await page("/payment/year?country=IN"))).toEqual(["rz", "pd", "rb", "ps", "so"]);
});

it("one that is switched off, or that this site does not know, is not offered", async () => {
  changeEnv({ providersOff: ["pd"] });
  upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["crypto", "pd", "so"] })));
  expect(codes(await page("/payment/year"))).toEqual(["so"]);
});

it("the merchant is named as the card statement will name it", async () => {
  upstream.use(answering(endpoints.commonParams, makeParams({ statement: { pd: "PADDLE.NET* VPN" } })));
  const { see } = await page("/payment/year");
  expect(see.getByRole("radio", { name: /PADDLE\.NET\* VPN/ })).toBeDefined();
  expect(see.getAllByText(/On your card statement/)).toHaveLength(1);
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
