import { loadDocument } from "~/enhance/load-document";

interface RazorpayCheckout {
  open(): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: Readonly<Record<string, unknown>>) => RazorpayCheckout;
  }
}

/** Opens Razorpay's checkout over the page; it posts the outcome, signed, to `callback_url` as its hosted form does. */
export function openRazorpay(facts: Readonly<Record<string, string>>): void {
  const { Razorpay } = window;
  if (Razorpay === undefined) throw new Error("the script brought no Razorpay");
  const { key_id, amount, "prefill[email]": email, cancel_url = "", ...others } = facts;
  const checkout = new Razorpay({
    ...others,
    key: key_id,
    amount: Number(amount),
    prefill: { email },
    redirect: true,
    modal: { ondismiss: () => loadDocument(cancel_url) },
  });
  checkout.open();
}
