import { journey } from "../journey";
import { expectPaidOnce, expectSuccess } from "../ledger";
import {
  answer,
  buyAfterSessionEnd,
  logInAgainAndBuy,
  payWithDyingToken,
  refuseToken,
  signedIn,
  stayAndBuy,
} from "../logged-out-steps";
import { openReceipt } from "../receipt-steps";

journey("a visitor who was logged out stays on the page, is not asked again, and buys", stayAndBuy);

journey("a visitor who was logged out logs in again by mail, and buys", logInAgainAndBuy);

journey.withoutScripts("a visitor whose session is over is told once, and buys", buyAfterSessionEnd);

for (const kind of ["code_401", "code_50008"] as const)
  journey(
    `a token that dies on the way to paying (${kind}) costs one more press, and no entry`,
    { statuses: [422] },
    payWithDyingToken(kind),
  );

journey("whoever is logged out while they pay sees that it worked, and their receipt", async (trip) => {
  const user = await signedIn(trip);
  const { visitor } = user;
  await visitor.pay();
  await refuseToken(user, "code_50008");
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await answer(trip, "stay");
  await expectSuccess(visitor);
  await visitor.follow(visitor.t("paysuc:receipts"));
  await openReceipt(visitor, await expectPaidOnce(visitor));
});
