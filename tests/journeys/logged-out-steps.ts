import { setFaults, type WantedFault } from "../sandbox/fault-lab";
import { AppUser } from "./app-user";
import type { Journey } from "./journey";

/** From now on the payments API answers so to this user's token. */
export async function refuseToken({ id, visitor }: AppUser, kind: NonNullable<WantedFault["kind"]>): Promise<void> {
  const { sandbox: base, site } = visitor.addresses;
  await setFaults({ base, site }, { match: `Bearer ${id}.`, kind });
}

/** Opens the checkout from the app's link, signed in. */
export async function signedIn(trip: Journey): Promise<AppUser> {
  const user = new AppUser(trip);
  await trip.page.goto(await user.link({ to: "/payment/yearly" }));
  await trip.page.getByRole("banner").getByText(user.visitor.email, { exact: true }).waitFor({ state: "attached" });
  return user;
}

/** The question as it can be answered: in front of the page where scripts run, else on it. */
export const questionOf = ({ page, hasScripts }: Journey) =>
  hasScripts ? page.getByRole("dialog") : page.getByRole("main");

export async function answer(trip: Journey, button: "stay" | "login"): Promise<void> {
  const { t } = trip.visitor;
  const question = questionOf(trip);
  await question.getByText(t("account:question.text")).waitFor();
  await question.getByRole("button", { name: t(`account:question.${button}`), exact: true }).click();
}
