import { loadDocument } from "~/enhance/load-document";

interface Paddle {
  Environment: { set(name: string): void };
  Setup(options: { vendor: number }): void;
  Checkout: { open(options: Readonly<Record<string, unknown>>): void };
}

declare global {
  interface Window {
    Paddle?: Paddle;
  }
}

/** Opens Paddle Classic's checkout inline. `override` is the pay link, which decides what is paid. */
export function openPaddle(facts: Readonly<Record<string, string>>): void {
  const { Paddle } = window;
  if (Paddle === undefined) throw new Error("the script brought no Paddle");
  const comeBack = () => loadDocument(facts.return_url ?? "");
  const { vendor, environment = "production", product, override, passthrough, coupon, email, country } = facts;
  if (environment !== "production") Paddle.Environment.set(environment);
  Paddle.Setup({ vendor: Number(vendor) });
  Paddle.Checkout.open({
    method: "inline",
    product: Number(product),
    override,
    passthrough,
    email,
    country,
    ...(coupon === "" ? {} : { coupon }),
    allowQuantity: false,
    disableLogout: true,
    frameTarget: "provider-frame",
    frameInitialHeight: 450,
    successCallback: comeBack,
    closeCallback: comeBack,
  });
}
