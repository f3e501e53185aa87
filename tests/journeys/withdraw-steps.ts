import { expect } from "vitest";
import { formatMoney } from "~/i18n/money";
import type { Journey } from "./journey";
import { ordersOf } from "./ledger";
import { buyAndGoTo, changeButton, lettersAbout, subscriptionOf } from "./subscription-steps";
import type { Visitor } from "./visitor";

/** The first step: choosing the only contract. */
export async function chooseContract(visitor: Visitor): Promise<void> {
  await visitor.expectHeading(visitor.t("subscription:withdraw.title"));
  const { page, t } = visitor;
  await page
    .getByRole("article")
    .getByRole("link", { name: t("subscription:withdraw.choose") })
    .click();
  await visitor.expectHeading(t("subscription:withdraw.confirmHeading"));
}

/** When the page says that a withdrawal or a cancellation was received, to the second. */
export async function receivedAt({ page, t }: Visitor): Promise<string> {
  const [before = "", after = ""] = t("subscription:withdraw.doneAt", { time: "|" }).split("|");
  const words = await page.getByText(before).filter({ hasText: "UTC" }).innerText();
  return words.slice(before.length, words.length - after.length);
}

/** All the money goes back, once, however often it is asked for; the receipt says when it was asked for first. */
export async function withdrawTwice({ visitor, context }: Journey): Promise<void> {
  await buyAndGoTo(visitor, "withdraw");
  await chooseContract(visitor);
  const amount = formatMoney(visitor.lang, { amount: 11.99, currency: "USD" });
  await visitor.expectText(visitor.t("subscription:withdraw.confirmRefund", { amount }));
  const other = visitor.inTab(await context.newPage());
  await other.page.goto(visitor.page.url());
  await changeButton(visitor, "withdraw.confirm").click();
  await visitor.expectHeading(visitor.t("subscription:withdraw.doneTitle"));
  const received = await receivedAt(visitor);

  await changeButton(other, "withdraw.confirm").click();
  await other.expectHeading(other.t("subscription:withdraw.doneTitle"));
  expect(await receivedAt(other)).toBe(received);
  expect((await subscriptionOf(visitor)).state).toBe("withdrawn");
  const [order] = await ordersOf(visitor);
  expect(order).toMatchObject({ state: "refunded", charges: [{ amount: 11.99, state: "refunded" }] });
  const letters = await lettersAbout(visitor, "withdrawn");
  expect(letters).toEqual([expect.stringContaining("UTC")]);
  expect(letters[0]).toContain(/:\d\d:\d\d/.exec(received)?.[0]);
}
