import { expect, it } from "vitest";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { orderToken } from "~/orders/order-token.server";
import { changeEnv } from "../../env/changed-env";
import { makeOrder } from "../../orders/orders";
import { BUYER } from "../buying";
import { orderStands, statusOf } from "../order-status";
import { fieldsOf, page, post, type Shown, shown } from "../site";

const IN_APP = {
  "user-agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36",
};
const SAME = "http://localhost:3000";

const linkIn = ({ see }: Shown, lang: LocaleCode = "en") =>
  see.getByLabelText<HTMLInputElement>(translate(lang)("paystatus:openInBrowser.link")).value;

it("inside another app the checkout offers its way into the visitor's own browser, folded", async () => {
  const shown = await page("/payment/year?country=GB", IN_APP);
  expect(linkIn(shown)).toBe(`${SAME}/r/year.gb.en`);
  expect(shown.see.getByText("Continue in your browser").closest("details")?.open).toBe(false);
  expect(shown.document.querySelector(".open-in-browser svg path")?.getAttribute("d")).toMatch(/^M0 0\.5h7/);
});

it("the link carries language, coupon, who sent the buyer and their app", async () => {
  const headers = { ...IN_APP, cookie: "app=101; cf-click=click1; consent=1" };
  expect(linkIn(await page("/de/payment/year?country=GB&coupon=WELCOME20", headers), "de")).toBe(
    `${SAME}/r/year.gb.de.c-WELCOME20.cf-click1.app-101`,
  );
});

it("what was changed in the form is in the link", async () => {
  const form = await page("/payment/year?country=GB", IN_APP);
  const fields = fieldsOf(form, { ...BUYER, country: "IN", intent: "change-country" });
  expect(linkIn(await shown(post("/payment/year", fields, IN_APP)))).toBe(`${SAME}/r/year.in.en`);
});

it("a further attempt is found again by its order", async () => {
  orderStands({ status: "failed", fail_code: "risk" });
  const token = await orderToken(makeOrder());
  expect(linkIn(await page(`/payment/year?o=${token}`, IN_APP))).toBe(`${SAME}/paystatus?o=${token}`);
});

it("an order's page has a link to itself, too long for a code", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  const path = await statusOf();
  const shown = await page(path, IN_APP);
  expect(linkIn(shown)).toBe(SAME + path);
  expect(shown.document.querySelector(".open-in-browser svg")).toBeNull();
});

it.each([
  ["the bank asks for something", { status: "requires_action", redirect_url: "https://pay.test/3ds" }, true],
  ["the bank's check failed", { status: "failed", fail_code: "auth_failed" }, true],
  ["another try may do", { status: "failed", fail_code: "funds_or_limit" }, false],
  ["the provider waits", { status: "pending", redirect_url: "https://pay.test/so" }, false],
] as const)(
  "where %s an order's page shows the way out, unfolded where that is the advice",
  async (_, stands, isOpen) => {
    changeEnv({ redirectHosts: ["pay.test"] });
    orderStands({ order_state: "paying", ...stands });
    const { see } = await page(await statusOf(), IN_APP);
    expect(see.getByText("Continue in your browser").closest("details")?.open).toBe(isOpen);
  },
);

it("in the visitor's own browser there is nothing of this", async () => {
  expect((await page("/payment/year")).see.queryByText("Continue in your browser")).toBeNull();
});
