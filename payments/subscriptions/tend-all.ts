import type { Context } from "../context";
import { tendAll } from "../orders/advance";
import { tendResumeLinks } from "./resume-links";
import { tendSubscriptions } from "./tend";
import { writeAboutRenewals } from "./write-about-renewals";

/** Advances every order, subscription, letter and reminder. A backend of the specification has orders only. */
export async function tendEverything(context: Context): Promise<void> {
  await tendAll(context);
  if (context.isBare) return;
  await tendSubscriptions(context);
  await writeAboutRenewals(context);
  await tendResumeLinks(context);
}
