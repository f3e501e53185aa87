import { fillIn, payPatiently } from "./bot-check-steps";
import { journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";

journey("a buyer passes the bot check and pays once, with its script or without", { statuses: [422] }, async (trip) => {
  await fillIn(trip);
  await payPatiently(trip);
  await trip.visitor.onHostedPage("approve");
  await expectSuccess(trip.visitor);
  await expectPaidOnce(trip.visitor);
});
