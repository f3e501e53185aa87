import { describe, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makePdOrder, makePsOrder, makeRzOrder, makeSoOrder } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { pay } from "./buying";
import { orderStands, titleOf } from "./order-status";
import { get, leadsTo, page } from "./site";

const NOTHING_DUE = {
  pd: answering(endpoints.pdPrepurchase, makePdOrder({ pay_link: null })),
  ps: answering(endpoints.psPurchase, makePsOrder({ redirect_url: null, status: "success" })),
  rz: answering(endpoints.rzPurchase, makeRzOrder({ checkout_url: null, amount: 0 })),
  so: answering(endpoints.soPurchase, makeSoOrder({ web_url: null })),
} as const;

describe.each(["pd", "ps", "rz", "so"] as const)("%s: where nothing is due", (provider) => {
  it("the buyer sees a success without a provider's page in between", async () => {
    upstream.use(NOTHING_DUE[provider]);
    const answer = await pay({ provider });
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
    expect(leadsTo(await get(answer.headers.get("location") ?? ""))).toBe("/paysuc");
  });

  it("a plan that is not switched on yet is being set up", async () => {
    upstream.use(NOTHING_DUE[provider]);
    orderStands({ status: "success", order_state: "granting" }, provider);
    const answer = await pay({ provider });
    expect(titleOf(await page(answer.headers.get("location") ?? ""))).toBe("Setting up your plan");
  });
});
