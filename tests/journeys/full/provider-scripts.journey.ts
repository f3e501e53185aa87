import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { commonParams } from "~/upstream/contract/catalogue";
import { pdPrepurchase, rbCreateSubscription, rzPurchase } from "~/upstream/contract/purchase-calls";
import { ask } from "../../../tools/contract/client";
import { askAt, pd, rb, rz } from "../../../tools/contract/providers";
import { purchaseFields, withKey } from "../../../tools/contract/purchases";
import { onStrictPage, postedAfter, press, target, toldOn } from "../strict-page";

describe("the frame in the manner of Paddle.js", () => {
  test.concurrent.each([
    ["approve", "success", "success"],
    ["decline", "close", "failed"],
    ["cancel", "close", "canceled"],
  ])("tells the page around it of %s: %s", async (outcome, callback, status) => {
    const body = await pd.bodyOf(target(), await purchaseFields(target()));
    const order = await ask(target(), pdPrepurchase, withKey(body));
    const { paddle } = await ask(target(), commonParams);
    const options = {
      method: "inline",
      product: order.product_id,
      passthrough: order.passthrough,
      override: order.pay_link,
      frameTarget: "frame-here",
      frameInitialHeight: 416,
      frameStyle: "width:100%;border:0",
    };
    const source = `
      Paddle.Environment.set("sandbox");
      Paddle.Setup({ vendor: ${paddle?.vendor_id} });
      Paddle.Checkout.open({
        ...${JSON.stringify(options)},
        successCallback: ({ checkout }) => told.push({ callback: "success", ...checkout }),
        closeCallback: ({ checkout }) => told.push({ callback: "close", ...checkout }),
      });`;
    await onStrictPage(paddle?.script ?? "", source, async (page) => {
      await press(page, outcome);
      expect(await toldOn(page)).toMatchObject({
        callback,
        completed: callback === "success",
        passthrough: order.passthrough,
      });
      expect(await askAt(target(), pd, order.order_id)).toMatchObject({ status });
    });
  });
});

describe("the form over the page in the manner of Razorpay's checkout.js", () => {
  async function openForm(listener: string, run: (page: Page, orderId: string) => Promise<void>): Promise<void> {
    const { razorpay } = await ask(target(), commonParams);
    const body = await rz.bodyOf(target(), await purchaseFields(target()));
    const { key_id, razorpay_order_id, order_id, amount, currency, name, description, prefill, callback_url } =
      await ask(target(), rzPurchase, withKey(body));
    const shown = { amount, currency, name, description, prefill, callback_url };
    const options = { key: key_id, order_id: razorpay_order_id, redirect: true, ...shown };
    const source = `
      const checkout = new Razorpay({
        ...${JSON.stringify(options)},
        modal: { ondismiss: () => told.push("dismissed") },
      });
      ${listener}
      checkout.open();`;
    await onStrictPage(razorpay?.script ?? "", source, (page) => run(page, order_id));
  }

  test.concurrent("posts the signed payment to the shop", async () => {
    await openForm("", async (page, orderId) => {
      const posted = await postedAfter(page, () => press(page, "approve"));
      expect(await askAt(target(), rz, orderId, posted)).toMatchObject({ status: "success" });
    });
  });

  test.concurrent("posts why a payment failed, where nobody listens for that", async () => {
    await openForm("", async (page) => {
      const posted = await postedAfter(page, () => press(page, "decline"));
      expect(posted).toMatchObject({ "error[reason]": "bank_declined" });
    });
  });

  test.concurrent("tells who listens why a payment failed", async () => {
    await openForm('checkout.on("payment.failed", ({ error }) => told.push(error));', async (page) => {
      await press(page, "decline");
      expect(await toldOn(page)).toMatchObject({ code: "BAD_REQUEST_ERROR", reason: "bank_declined" });
    });
  });

  test.concurrent("goes away when the buyer cancels", async () => {
    await openForm("", async (page) => {
      await press(page, "cancel");
      expect(await toldOn(page)).toBe("dismissed");
      expect(await page.locator("iframe").count()).toBe(0);
    });
  });
});

test.concurrent("the bot check's script gives the site's page a token that the API takes", async () => {
  const { recaptcha } = await ask(target(), commonParams);
  const key = JSON.stringify(recaptcha?.site_key);
  const source = `grecaptcha.ready(() => grecaptcha.execute(${key}, { action: "pay_submit" }).then((t) => told.push(t)));`;
  await onStrictPage(`${recaptcha?.host}/recaptcha/api.js?render=${recaptcha?.site_key}`, source, async (page) => {
    const body = await rb.bodyOf(target(), await purchaseFields(target()));
    const { order_id } = await ask(target(), rbCreateSubscription, withKey({ ...body, recasign: await toldOn(page) }));
    expect(await askAt(target(), rb, order_id)).toMatchObject({ status: "pending" });
  });
});
