import { READING_MS } from "../../tools/rig/reading-time";
import { formAnswer } from "./form-answer";
import { hydrated } from "./hydrated";
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

/**
 * Takes as long as a person where no script of the check tells that it is one: a bare API names none. Where one does, the page's own
 * scripts have to have started, which wait for an idle moment: a form that is sent before goes as it does without scripts.
 */
export async function readForm({ visitor, page, hasScripts }: Pick<Journey, "visitor" | "page" | "hasScripts">) {
  if (hasScripts && !visitor.addresses.isBare) await hydrated(page);
  else await page.waitForTimeout(READING_MS);
}
