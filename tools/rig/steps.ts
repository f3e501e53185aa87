import { isLocaleCode } from "~/i18n/locales";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { Request } from "./plain-browser";

/** The steps of a purchase, each one request. */
export const STEPS = [
  "form",
  "pay",
  "hand-off",
  "entrance",
  "payment page",
  "outcome",
  "return",
  "status",
  "success",
] as const;
export type Step = (typeof STEPS)[number];

/** Only one provider is entered by a form. */
export const stepsAt = (provider: ProviderCode): Step[] =>
  STEPS.filter((step) => step !== "entrance" || provider === "rz");

/** Pages of the sandbox's providers, and of the stand-ins. */
const AT_PROVIDERS = ["hosted", "pay", "checkoutnow", "webapps", "checkout"];

const BY_PAGE: Readonly<Record<string, { get: Step; post: Step }>> = {
  payment: { get: "form", post: "pay" },
  redirect: { get: "hand-off", post: "hand-off" },
  return: { get: "return", post: "return" },
  // Where providers send whoever gives up: the payments API's own.
  back: { get: "return", post: "return" },
  paystatus: { get: "status", post: "status" },
  paysuc: { get: "success", post: "success" },
};

/** Which step a request is. @throws where it belongs to no purchase */
export function stepOf({ address, form }: Request): Step {
  const [, first = "", second = ""] = address.pathname.split("/");
  const named = isLocaleCode(first) ? second : first;
  if (AT_PROVIDERS.includes(named))
    return form === undefined ? "payment page" : form.has("outcome") ? "outcome" : "entrance";
  const found = BY_PAGE[named];
  if (found === undefined) throw new Error(`${address} is no step of a purchase`);
  return form === undefined ? found.get : found.post;
}
