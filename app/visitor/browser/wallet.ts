import { writeCookie } from "./storage";

declare global {
  interface Window {
    /** Safari's, and that of apps' browsers on iPhones. */
    ApplePaySession?: { canMakePayments(): boolean };
  }
  interface Navigator {
    /** Chromium's. */
    userAgentData?: { brands: readonly { brand: string }[] };
  }
}

/**
 * Whether the browser has Apple Pay or Google Pay, as far as it says so without asking Google: Chrome has Google Pay wherever pages may ask for
 * payments, which those in Android's apps mostly may not.
 */
function hasWallet({ ApplePaySession, navigator }: Window): boolean {
  if (ApplePaySession?.canMakePayments()) return true;
  const isChrome = navigator.userAgentData?.brands.some(({ brand }) => brand === "Google Chrome") === true;
  return isChrome && "PaymentRequest" in window;
}

/** The next answers put wallets first or last: a row that moved now would be another one below somebody's finger. */
export function rememberWallet(): void {
  writeCookie("wallet", hasWallet(window) ? "1" : "0");
}
