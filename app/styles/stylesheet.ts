import base from "./base.css?inline";
import components from "./components.css?inline";
import dialog from "./dialog.css?inline";
import layout from "./layout.css?inline";
import print from "./print.css?inline";
import receipts from "./receipts.css?inline";
import tokens from "./tokens.css?inline";

/**
 * The whole stylesheet, inlined in every page. The browser has it already, so its bundle does not carry it again: there it
 * is read back from the document.
 */
export function stylesheet(): string {
  if (import.meta.env.SSR) return tokens + base + layout + components + dialog + receipts + print;
  return document.querySelector("head style")?.textContent ?? "";
}
