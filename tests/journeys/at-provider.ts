import type { ProviderCode } from "~/upstream/contract/catalogue";
import { readForm } from "./bot-check-steps";
import type { Journey } from "./journey";

type Trip = Pick<Journey, "visitor" | "page" | "hasScripts">;

/** Pays with the form that is open, at a provider, and goes along to its page. */
export async function payAt(trip: Trip, provider: ProviderCode): Promise<void> {
  const { visitor, page, hasScripts } = trip;
  await visitor.chooseProvider(provider);
  if (provider === "rb") await readForm(trip);
  await visitor.payButton().click();
  // This provider is entered by a form, which only scripts send by themselves; a bare API has nothing to fill one with.
  if (provider === "rz" && !hasScripts && !visitor.addresses.isBare)
    await page.getByRole("button", { name: visitor.t("paystatus:handOff.continue") }).click();
  await visitor.expectHostedPage();
}

/** Presses a button of the provider's page and comes back to the site. */
export async function settleAt(trip: Trip, provider: ProviderCode, ...pressed: Pressed): Promise<void> {
  await trip.visitor.onHostedPage(...pressed);
  const [outcome] = pressed;
  // This provider posts the buyer back, which only scripts do by themselves; a cancelled payment is left by a link.
  if (provider === "rz" && !trip.hasScripts && outcome !== "cancel")
    await trip.page.getByRole("button", { name: "Back to the shop" }).click();
}

type Pressed = Parameters<Trip["visitor"]["onHostedPage"]>;

/** The form of a plan for a buyer who is offered all these providers: one of them is offered in India only. */
export const formOffering = (plan: string, ...providers: ProviderCode[]): string =>
  `/payment/${plan}${providers.includes("rz") ? "?country=IN" : ""}`;

/** From the empty form to a provider's page; `next` is the one that the buyer turns to later. */
export async function goPayAt(trip: Trip, provider: ProviderCode, next = provider): Promise<void> {
  await trip.visitor.open(formOffering("monthly", provider, next));
  await trip.visitor.enterEmail();
  await payAt(trip, provider);
}
