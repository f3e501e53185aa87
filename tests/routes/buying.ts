import { makeApiError } from "../mocks/builders";
import { fieldsOf, page, post } from "./site";

/** What a buyer enters. */
export const BUYER = { email: "buyer@example.com", provider: "so" };

/** Opens the checkout, fills it in and sends it. */
export async function pay(entered: Record<string, string> = {}, lang = "") {
  const path = `${lang}/payment/year`;
  const form = await page(path);
  return post(path, fieldsOf(form, { ...BUYER, ...entered }));
}

/** A refusal of the payments API, by its code. */
export const refusal = (code: string, more = {}) => makeApiError({ error: { code, message: "" }, ...more });
