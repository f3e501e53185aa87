import { expect } from "vitest";
import { formAnswer } from "./form-answer";
import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";
import type { Visitor } from "./visitor";

/** Sends the form past what scripts check. @returns the status of the answer */
export async function sendUnchecked({ page }: Visitor): Promise<number> {
  const answered = formAnswer(page);
  await page.locator("form.pay").evaluate((form: HTMLFormElement) => form.submit());
  return (await answered).status();
}

/** The words stand on top, lead to the field, and stand beside it, too. */
export async function expectMistake(visitor: Visitor, words: string): Promise<void> {
  const { page } = visitor;
  const summary = page.getByRole("alert", { name: visitor.t("form-answers:headings.entries") });
  const link = summary.getByRole("link", { name: words, exact: true });
  await link.waitFor();
  const field = visitor.emailField();
  expect(await link.getAttribute("href")).toBe(`#${await field.getAttribute("id")}`);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const described = (await field.getAttribute("aria-describedby")) ?? "";
  const beside = described.split(" ").map((id) => page.locator(`[id="${id}"]`).textContent());
  expect(await Promise.all(beside)).toContain(words);
}

/** A mistyped e-mail address is pointed out, mended, and the order paid. */
export async function mendAddress({ visitor }: Journey): Promise<void> {
  await visitor.open("/payment/yearly");
  expect(await sendUnchecked(visitor)).toBe(422);
  await expectMistake(visitor, visitor.t("form-answers:mistakes.emailMissing"));

  await visitor.enterEmail("anna@");
  expect(await sendUnchecked(visitor)).toBe(422);
  await expectMistake(visitor, visitor.t("form-answers:mistakes.emailInvalid"));
  expect(await visitor.emailField().inputValue()).toBe("anna@");

  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
}
