import { READING_MS } from "../rig/reading-time";
import type { Journey } from "./journey";

/** Fills in the form of the account page as slowly as a person does, and sends it. */
export async function signUp({ visitor, page, hasScripts }: Journey, email: string): Promise<void> {
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).fill(email);
  if (!hasScripts) await page.waitForTimeout(READING_MS);
  await page.getByRole("button", { name: visitor.t("account:signUp.submit"), exact: true }).click();
}

export async function expectSignedIn({ page, visitor }: Journey, email: string): Promise<void> {
  await visitor.expectHeading(visitor.t("account:title"));
  await page.getByRole("main").getByText(email, { exact: true }).waitFor();
}
