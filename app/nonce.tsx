import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** The response's CSP nonce. Browsers hide the attribute's value, so there it is read from the property. */
export function useNonce(): string | undefined {
  const nonce = useContext(NonceContext);
  if (import.meta.env.SSR) return nonce;
  return document.querySelector<HTMLElement>("script[nonce], style[nonce]")?.nonce;
}
