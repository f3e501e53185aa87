import { expect } from "vitest";
import { READING_MS } from "../../tools/rig/reading-time";
import type { Journey } from "./journey";
import { lettersTo } from "./receipt-steps";

const BUTTONS = { cancel: "subscription:cancel.submit", withdraw: "subscription:withdraw.confirm" } as const;
const TITLES = { cancel: "declaration:doneCancel", withdraw: "subscription:withdraw.doneTitle" } as const;

/**
 * Somebody without a link, an account or a purchase declares all on one page: a mistake loses nothing that was typed, two presses are
 * one declaration, and it is confirmed at once on the page and by one mail.
 */
export const declareWithoutLink =
  (kind: "cancel" | "withdraw") =>
  async ({ visitor, page }: Journey): Promise<void> => {
    const { t, email } = visitor;
    await visitor.open(`/${kind}`);
    const form = page.locator("form.declare");
    const field = (name: "name" | "contract" | "email" | "reason") =>
      form.getByRole("textbox", { name: t(`declaration:${name}`), exact: true });
    const button = form.getByRole("button", { name: t(BUTTONS[kind]), exact: true });
    await field("contract").fill("a plan from May");
    await field("email").fill(email);
    if (kind === "cancel") {
      await form.getByText(t("declaration:extraordinary"), { exact: true }).click();
      await field("reason").fill("it never worked");
    }
    await button.click();
    await page.getByRole("link", { name: t("declaration:mistakes.name"), exact: true }).waitFor();
    expect(await field("contract").inputValue()).toBe("a plan from May");
    await field("name").fill("Anna Test");
    // With scripts, too: nothing else shows that a person fills it in.
    await page.waitForTimeout(READING_MS);
    await button.dblclick();
    await visitor.expectHeading(t(TITLES[kind]));
    for (const text of ["Anna Test", "a plan from May"]) await visitor.expectText(text);
    const letters = await lettersTo(visitor, email);
    expect(letters).toHaveLength(1);
    for (const part of ["Anna Test", "a plan from May", ...(kind === "cancel" ? ["it never worked"] : [])])
      expect(letters[0]?.text).toContain(part);
  };
