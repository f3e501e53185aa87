import { JSDOM } from "jsdom";
import { expect, it } from "vitest";
import { rzPurchase } from "~/upstream/contract/purchase-calls";
import { ask } from "../../tools/contract/client";
import { rz } from "../../tools/contract/providers";
import { purchaseFields, withKey } from "../../tools/contract/purchases";
import { setUp } from "./buyer";
import { runningSandbox, SITE } from "./running-sandbox";

/** What the provider's script posts into its frame when a page opens it with these options. */
async function postedBy(base: string, options: object): Promise<Record<string, string>> {
  const script = await (await fetch(`${base}/scripts/razorpay.js`)).text();
  const { window } = new JSDOM("", { url: SITE, runScripts: "outside-only" });
  const posted: Record<string, string>[] = [];
  window.HTMLFormElement.prototype.submit = function submit() {
    posted.push(Object.fromEntries([...this.querySelectorAll("input")].map(({ name, value }) => [name, value])));
  };
  Object.defineProperty(window.document, "currentScript", { value: { src: `${base}/scripts/razorpay.js` } });
  window.eval(script);
  window.eval(`new Razorpay(${JSON.stringify(options)}).open()`);
  const [form = {}] = posted;
  return form;
}

it("the frame of rz opens for a free trial: its form names the subscription and an amount of nothing", async () => {
  const target = await runningSandbox();
  await setUp(target, { trial: "free" });
  const fields = { ...(await purchaseFields(target)), plan_id: "weekly", amount: 0 };
  const opened = await ask(target, rzPurchase, withKey(await rz.bodyOf(target, fields)));
  const { key_id: key, razorpay_subscription_id: subscription_id, amount, currency, callback_url } = opened;
  const form = await postedBy(target.base, { key, subscription_id, amount, currency, callback_url });
  expect(form).toMatchObject({ subscription_id, amount: "0" });
  const entered = await fetch(`${target.base}/hosted/rz/checkout?display=frame`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  expect(entered.headers.get("Location")).toBe(`${opened.checkout_url}?display=frame`);
});
