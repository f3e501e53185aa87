import { READING_MS } from "../rig/reading-time";
import { formAnswer } from "./form-answer";
import type { Journey } from "./journey";

/** The provider whose purchases are guarded, on a form that is filled in. */
export async function fillIn({ visitor }: Journey): Promise<void> {
  await visitor.open("/payment/yearly");
  await visitor.chooseProvider("rb");
  await visitor.enterEmail();
}

/** Sends the form as often as it comes back: at first it may have been faster than a person. */
export async function payPatiently(trip: Journey): Promise<void> {
  const answering = formAnswer(trip.page);
  await trip.visitor.payButton().click();
  const answer = await answering;
  if (answer.status() !== 422) return trip.visitor.expectHostedPage();
  await trip.visitor.expectText(trip.visitor.t("form-answers:mistakes.sendAgain"));
  return payPatiently(trip);
}

/** Takes as long as a person where no script of the check tells that it is one: a bare API names none. */
export async function readForm({ visitor, page, hasScripts }: Pick<Journey, "visitor" | "page" | "hasScripts">) {
  if (!hasScripts || visitor.addresses.isBare) await page.waitForTimeout(READING_MS);
}
