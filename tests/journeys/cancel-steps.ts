import { expect } from "vitest";
import { formatDay } from "~/i18n/dates";
import { formAnswer } from "./form-answer";
import type { Journey } from "./journey";
import { askForLink, lettersTo } from "./receipt-steps";
import { setFault } from "./set-fault";
import { buyAndGoTo, changeButton, lettersAbout, mailedLinks, subscriptionOf } from "./subscription-steps";
import type { Visitor } from "./visitor";

/** Told that nothing renews, and until when the plan runs; and so it is. */
export async function expectCancelled(visitor: Visitor): Promise<void> {
  await visitor.expectHeading(visitor.t("subscription:cancel.doneTitle"));
  const { state, ends_day } = await subscriptionOf(visitor);
  await visitor.expectText(visitor.t("subscription:cancel.doneUntil", { date: formatDay(visitor.lang, ends_day) }));
  expect(state).toBe("ending");
}

/** Cancelled by one press from the success page, without an account; undone, and cancelled again. */
export async function cancelAndUndo({ visitor }: Journey): Promise<void> {
  await buyAndGoTo(visitor, "cancel");
  await visitor.expectHeading(visitor.t("subscription:cancel.title"));
  await changeButton(visitor, "cancel.submit").click();
  await expectCancelled(visitor);
  await changeButton(visitor, "cancel.undo").click();
  await visitor.expectHeading(visitor.t("subscription:cancel.resumedTitle"));
  expect((await subscriptionOf(visitor)).state).toBe("active");
  await visitor.follow(visitor.t("subscription:backToList"));
  await changeButton(visitor, "cancel.submit").click();
  await expectCancelled(visitor);
  expect(await mailedLinks(visitor, "cancel"), "letters: one for each change").toHaveLength(3);
}

/** Somebody without an account, a cookie or a link has one mailed, and cancels. Who has bought something is told to nobody. */
export async function cancelByMail({ visitor, inOtherBrowser, hasScripts }: Journey): Promise<void> {
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await inOtherBrowser(async (there) => {
    const trip = { visitor: there, page: there.page, hasScripts };
    const stranger = there.next();
    expect(await askForLink(trip, "cancel", there.email)).toBe(await askForLink(trip, "cancel", stranger.email));
    expect(await lettersTo(there, stranger.email)).toEqual([]);
    const [link = "", ...others] = await mailedLinks(there, "cancel");
    expect(others).toEqual([]);
    await there.page.goto(link);
    await changeButton(there, "cancel.submit").click();
    await expectCancelled(there);
    expect(await lettersAbout(there, "cancelled")).toHaveLength(1);
  });
}

/** Two presses, and one more in another tab, are one cancellation with one confirmation; whoever goes back sees it, too. */
export async function cancelTwice({ visitor, page, context }: Journey): Promise<void> {
  await buyAndGoTo(visitor, "cancel");
  await changeButton(visitor, "cancel.submit").waitFor();
  const other = visitor.inTab(await context.newPage());
  await other.page.goto(page.url());
  await changeButton(visitor, "cancel.submit").dblclick();
  await expectCancelled(visitor);
  await changeButton(other, "cancel.submit").click();
  await expectCancelled(other);
  await page.goBack();
  await changeButton(visitor, "cancel.undo").waitFor();
  expect(await lettersAbout(visitor, "cancelled")).toHaveLength(1);
}

/** Presses as often as the page says that it is not sure. @returns how often that was */
async function pressUntilSure(visitor: Visitor): Promise<number> {
  const answering = formAnswer(visitor.page);
  await changeButton(visitor, "cancel.submit").click();
  if ((await answering).status() !== 504) return 0;
  await visitor.expectHeading(visitor.t("subscription:problem.unsureTitle"));
  const letter = visitor.page.getByRole("link", { name: visitor.t("subscription:byMail.link"), exact: true });
  expect(await letter.getAttribute("href")).toMatch(/^mailto:.+ord_/);
  return (await pressUntilSure(visitor)) + 1;
}

/** Nobody knows whether it was done: the page says so, has a letter ready, and the same form ends it well, once. */
export const cancelWhileFailing =
  (fault: { moment: "before" | "after"; kind: "reset" | "status_500" }) =>
  async ({ visitor, site }: Journey): Promise<void> => {
    await buyAndGoTo(visitor, "cancel");
    const { id } = await subscriptionOf(visitor);
    // Twice, because the site may repeat the call once by itself.
    await setFault(site.addresses, { ...fault, call: "subscriptionChange", match: id, times: 2 });
    expect(await pressUntilSure(visitor)).toBeGreaterThan(0);
    await expectCancelled(visitor);
    expect(await lettersAbout(visitor, "cancelled")).toHaveLength(1);
  };
