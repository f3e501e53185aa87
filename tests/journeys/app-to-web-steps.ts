import { expect } from "vitest";
import { z } from "zod";
import { AppUser } from "./app-user";
import { payAt, settleAt } from "./at-provider";
import { buyHere } from "./buy";
import { eventually } from "./eventually";
import type { Journey } from "./journey";
import { chooseLanguage, inGerman } from "./language-steps";
import { expectSuccess, ordersOf } from "./ledger";
import { type Stores, storesOf } from "./site-with-stores";
import { letRenewal } from "./subscription-steps";
import type { Visitor } from "./visitor";

interface Way {
  store: "apple" | "google";
  /** What both stores' stand-ins have at last: what Apple was told of, and Google. */
  expected: { apple: string[]; google: string[] };
}

/** The way from the app's button to the checkout, as the sandbox's control page plays the app. */
async function openFromApp({ site, context, page }: Journey, user: AppUser, store: Way["store"]): Promise<Visitor> {
  const query = new URLSearchParams({ store, storefront: "DE", programme: "eu_dma", user_id: String(user.id) });
  await page.goto(`${site.addresses.sandbox}/control/app?${query}`);
  const button = page.getByRole("link", { name: "Get Premium" });
  issue(storesOf(site), new URL((await button.getAttribute("href")) ?? ""));
  const [tab] = await Promise.all([context.waitForEvent("page"), button.click()]);
  const visitor = user.visitor.inTab(tab);
  await visitor.expectHeading(visitor.t("payment:heading"));
  expect(new URL(tab.url()).search).toBe("?via=app");
  return visitor;
}

const appleToken = z.object({ externalPurchaseId: z.string() });

/** A store knows the tokens that it has made. */
function issue({ apple, google }: Stores, { searchParams }: URL): void {
  const [ofApple, ofGoogle] = ["externalPurchaseToken", "externalTransactionToken"].map((name) =>
    searchParams.get(name),
  );
  if (ofGoogle) google.tokens.add(ofGoogle);
  if (!ofApple) return;
  const { externalPurchaseId } = appleToken.parse(JSON.parse(Buffer.from(ofApple, "base64url").toString()));
  apple.tokens.set(externalPurchaseId, { isOfLink: true });
}

/** What a store was told, in its words. */
const toldTo = ({ apple, google }: Stores) => ({
  apple: [...apple.items.values()].map((item) => (item.eventType === "REFUND" ? "REFUND" : `BUY ${item.productType}`)),
  google: [...google.transactions.values()].map(({ recurringTransaction, left }) => {
    const kind = recurringTransaction?.externalTransactionToken === undefined ? "renewal" : "first";
    return left === 0n ? `${kind}, refunded` : kind;
  }),
  mistakes: [...apple.mistakes, ...google.mistakes],
});

/** Gives back what was paid, the renewal included, as the sandbox's control page does. */
async function refund(visitor: Visitor): Promise<void> {
  const [order] = await ordersOf(visitor);
  const address = `${visitor.addresses.sandbox}/control/orders/${order?.id}/refund`;
  expect((await fetch(address, { method: "POST" })).status).toBe(200);
}

/** Declined, paid with another provider in another language, renewed, refunded: the store is told exactly that. */
export const buyFromStore =
  ({ store, expected }: Way) =>
  async (trip: Journey): Promise<void> => {
    const { site, hasScripts } = trip;
    const visitor = await openFromApp(trip, new AppUser(trip), store);
    await visitor.choosePlan("monthly");
    const here = { visitor, page: visitor.page, hasScripts };
    await payAt(here, "so");
    await settleAt(here, "so", "decline");
    await visitor.expectHeading(visitor.t("paystatus:declined.title"));
    await chooseLanguage(visitor, "de");
    const german = inGerman(visitor);
    await german.payAgain();
    await payAt({ ...here, visitor: german }, "ps");
    await settleAt({ ...here, visitor: german }, "ps", "approve");
    await expectSuccess(german, ["declined", "succeeded"]);
    await letRenewal(german, "renew");
    await refund(german);
    await eventually(async () => expect(toldTo(storesOf(site))).toEqual({ ...expected, mistakes: [] }));
  };

/** A buyer without an account is signed in to the app by the success page's link, once. */
export async function signInToApp({ page, visitor }: Journey): Promise<void> {
  await page.goto("/payment/monthly?sid=101");
  await buyHere(visitor);
  const opening = page.getByRole("link", { name: visitor.t("sale:app.open", { app: "VPN Master" }) });
  const link = (await opening.getAttribute("href")) ?? "";
  await signInBy(visitor, link);
  await page.getByRole("heading", { name: "Connected", exact: true }).waitFor();
  const [order] = await ordersOf(visitor);
  await page.getByRole("link", { name: order?.id, exact: true }).waitFor();
  await signInBy(visitor, link);
  await page.getByText("This code was used before.").waitFor();
}

async function signInBy({ page, addresses }: Visitor, link: string): Promise<void> {
  await page.goto(`${addresses.sandbox}/control/app`);
  await page.getByRole("textbox", { name: "Link or code" }).fill(link);
  await page.getByRole("button", { name: "Sign in" }).click();
}
