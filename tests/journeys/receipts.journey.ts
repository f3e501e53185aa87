import { expect } from "vitest";
import { journey } from "./journey";
import { expectPaidOnce } from "./ledger";
import { buyWithoutAccount, expectSent, lettersTo, openReceipt, sendReceipt, someMailbox } from "./receipt-steps";

journey(
  "whoever bought without an account has their receipts by a link, in any browser",
  { lang: "de" },
  async (trip) => {
    const { visitor } = trip;
    const link = await buyWithoutAccount(visitor);
    const order = await expectPaidOnce(visitor);
    expect(await lettersTo(visitor, visitor.email)).toHaveLength(1);
    await trip.inOtherBrowser(async (there) => {
      await there.page.goto(link);
      await openReceipt(there, order);
      const to = someMailbox();
      await sendReceipt(there, to);
      await expectSent(there, to, order);
      await there.page.reload();
      await there.expectHeading(there.t("receipts:heading"));
      expect(await lettersTo(there, to)).toHaveLength(1);
    });
  },
);
