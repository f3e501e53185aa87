// In the manner of Razorpay's checkout.js: the hosted form in a frame over the page.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const FORM_FIELDS = ["order_id", "subscription_id", "amount", "currency", "name", "description", "callback_url"];
  const FRAME_NAME = "razorpay-checkout-frame";

  class Razorpay {
    #options;
    #onFailed = [];

    constructor(options) {
      if (!options.key) throw new Error("Razorpay: no key was given");
      this.#options = options;
    }

    on(event, listener) {
      if (event === "payment.failed") this.#onFailed.push(listener);
    }

    open() {
      const frame = overlay();
      document.body.append(frame);
      const listen = ({ source, origin: from, data }) => {
        if (from !== origin || source !== frame.contentWindow || !data.sandboxCheckout) return;
        window.removeEventListener("message", listen);
        frame.remove();
        this.#leave(data.sandboxCheckout);
      };
      window.addEventListener("message", listen);
      const { key, prefill, ...others } = this.#options;
      const fields = { key_id: key, "prefill[email]": prefill?.email };
      for (const name of FORM_FIELDS) fields[name] = others[name];
      post(`${origin}/hosted/rz/checkout?display=frame`, fields, FRAME_NAME);
    }

    #leave({ way, isCompleted }) {
      const { modal, handler, redirect, callback_url } = this.#options;
      if (way.method === "get") modal?.ondismiss?.();
      else if (isCompleted && handler && !redirect) handler(way.fields);
      else if (!isCompleted && this.#onFailed.length > 0) this.#tellFailed(way.fields);
      else post(callback_url, way.fields, "_self");
    }

    #tellFailed(fields) {
      const error = { metadata: { order_id: fields["error[metadata][order_id]"] } };
      for (const name of ["code", "description", "source", "step", "reason"]) error[name] = fields[`error[${name}]`];
      for (const listener of this.#onFailed) listener({ error });
    }
  }

  /** Styled through the object model: the page's policy forbids style attributes. */
  function overlay() {
    const frame = document.createElement("iframe");
    frame.name = FRAME_NAME;
    frame.title = "Checkout";
    frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;background:#fff";
    return frame;
  }

  function post(address, fields, target) {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: address, target, hidden: true });
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined || value === null) continue;
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(form);
    form.submit();
    form.remove();
  }

  window.Razorpay = Razorpay;
})();
