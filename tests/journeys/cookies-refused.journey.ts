import { buyHere } from "./buy";
import { journey } from "./journey";
import { expectPaidOnce } from "./ledger";
import { openReceipt } from "./receipt-steps";
import { refusingCookies } from "./refused-cookies";

const IN_GERMAN = { lang: "de", browserLanguage: "en-US" } as const;

journey("a browser that keeps no cookies buys all the same, in its language", IN_GERMAN, async (trip) => {
  const { visitor, context } = trip;
  await refusingCookies(context, async () => {
    await visitor.open("/");
    await visitor.choosePlan("yearly");
    await buyHere(visitor);
    const order = await expectPaidOnce(visitor);
    await visitor.follow(visitor.t("paysuc:receipts"));
    await openReceipt(visitor, order);
  });
});
