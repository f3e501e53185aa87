import { expect } from "vitest";
import { buyHere } from "./buy";
import { journey } from "./journey";
import { answer, refuseToken, signedIn } from "./logged-out-steps";

journey("a visitor who was logged out stays on the page, is not asked again, and buys", async (trip) => {
  const user = await signedIn(trip);
  const { visitor } = user;
  await refuseToken(user, "code_50008");
  await trip.page.reload();
  await answer(trip, "stay");
  await trip.page.waitForURL((url) => url.pathname + url.search === "/payment/yearly");
  await visitor.expectHeading(visitor.t("payment:heading"));
  expect(await trip.page.getByText(visitor.t("account:question.text")).count()).toBe(0);
  await buyHere(visitor);
});
