// In the manner of Paddle.js (Classic): a checkout in a frame of the page.
(() => {
  const origin = new URL(document.currentScript.src).origin;

  /** Options as Paddle.js has them; `override` is the pay link. Works under a policy that forbids inline styles. */
  function open({
    method,
    override,
    frameTarget,
    frameInitialHeight,
    frameStyle,
    successCallback,
    closeCallback,
    ...shown
  }) {
    if (method !== "inline") throw new Error("Paddle: only inline checkouts are simulated");
    const target = document.getElementsByClassName(frameTarget)[0];
    if (!target) throw new Error(`Paddle: no element of class ${frameTarget}`);
    const address = new URL(override);
    if (address.origin !== origin) throw new Error("Paddle: the pay link is another provider's");
    const frame = makeFrame(address, { frameInitialHeight, frameStyle });
    target.replaceChildren(frame);
    const listen = ({ source, origin: from, data }) => {
      if (from !== origin || source !== frame.contentWindow || !data.sandboxCheckout) return;
      window.removeEventListener("message", listen);
      const { isCompleted, reference, way } = data.sandboxCheckout;
      const checkout = { id: reference, completed: isCompleted, redirect_url: way.address };
      const result = {
        checkout: { ...checkout, passthrough: shown.passthrough ?? null, coupon: shown.coupon ?? null },
      };
      (isCompleted ? successCallback : closeCallback)?.(result);
    };
    window.addEventListener("message", listen);
  }

  function makeFrame(address, { frameInitialHeight, frameStyle }) {
    const frame = document.createElement("iframe");
    address.searchParams.set("display", "frame");
    frame.src = address.href;
    frame.title = "Checkout";
    frame.height = String(frameInitialHeight ?? 450);
    frame.style.cssText = frameStyle ?? "";
    return frame;
  }

  window.Paddle = {
    Environment: { set() {} },
    Setup({ vendor }) {
      if (!Number.isInteger(Number(vendor))) throw new Error("Paddle: vendor must be a number");
    },
    Checkout: { open },
  };
})();
