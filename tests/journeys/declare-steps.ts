import { expect } from "vitest";
import { READING_MS } from "../../tools/rig/reading-time";
import type { Journey } from "./journey";
import { lettersTo } from "./receipt-steps";
import type { Visitor } from "./visitor";

const BUTTONS = { cancel: "subscription:cancel.submit", withdraw: "subscription:withdraw.confirm" } as const;
const TITLES = { cancel: "declaration:doneCancel", withdraw: "subscription:withdraw.doneTitle" } as const;

type Kind = keyof typeof BUTTONS;

const formOf = ({ page }: Visitor) => page.locator("form.declare");

const field = (visitor: Visitor, name: "name" | "contract" | "email" | "reason") =>
  formOf(visitor).getByRole("textbox", { name: visitor.t(`declaration:${name}`), exact: true });

const button = (visitor: Visitor, kind: Kind) =>
  formOf(visitor).getByRole("button", { name: visitor.t(BUTTONS[kind]), exact: true });

/** From any page to that of the footer, and all that it asks for; one press, and it is confirmed. */
export async function declareFromFooter(visitor: Visitor, kind: Kind, name: string, contract: string): Promise<void> {
  const { page, t } = visitor;
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: t(`footer:${kind}`), exact: true })
    .click();
  await visitor.expectHeading(t(`subscription:${kind}.title`));
  await field(visitor, "name").fill(name);
  await field(visitor, "contract").fill(contract);
  await field(visitor, "email").fill(visitor.email);
  // Nothing else shows that a person fills it in.
  await page.waitForTimeout(READING_MS);
  await button(visitor, kind).click();
  await visitor.expectHeading(t(TITLES[kind]));
}

/**
 * Somebody without a link, an account or a purchase declares all on one page: a mistake loses nothing that was typed, two presses are
 * one declaration, and it is confirmed at once on the page and by one mail.
 */
export const declareWithoutLink =
  (kind: Kind) =>
  async ({ visitor, page }: Journey): Promise<void> => {
    const { t, email } = visitor;
    await visitor.open(`/${kind}`);
    await field(visitor, "contract").fill("a plan from May");
    await field(visitor, "email").fill(email);
    if (kind === "cancel") {
      await formOf(visitor).getByText(t("declaration:extraordinary"), { exact: true }).click();
      await field(visitor, "reason").fill("it never worked");
    }
    await button(visitor, kind).click();
    await page.getByRole("link", { name: t("declaration:mistakes.name"), exact: true }).waitFor();
    expect(await field(visitor, "contract").inputValue()).toBe("a plan from May");
    await field(visitor, "name").fill("Anna Test");
    // With scripts, too: nothing else shows that a person fills it in.
    await page.waitForTimeout(READING_MS);
    await button(visitor, kind).dblclick();
    await visitor.expectHeading(t(TITLES[kind]));
    for (const text of ["Anna Test", "a plan from May"]) await visitor.expectText(text);
    const letters = await lettersTo(visitor, email);
    expect(letters).toHaveLength(1);
    for (const part of ["Anna Test", "a plan from May", ...(kind === "cancel" ? ["it never worked"] : [])])
      expect(letters[0]?.text).toContain(part);
  };
