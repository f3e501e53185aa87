import { expect } from "vitest";
import { journey } from "./journey";
import { expectPaidOnce } from "./ledger";
import {
  buyWithoutAccount,
  expectReceipts,
  expectSent,
  lettersTo,
  openReceipt,
  sendReceipt,
  someMailbox,
} from "./receipt-steps";
import { changeButton } from "./subscription-steps";

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
      await expectReceipts(there);
      expect(await lettersTo(there, to)).toHaveLength(1);
      // Beside them stands the plan, which is ended from here.
      await there.page
        .getByRole("article")
        .getByRole("link", { name: there.t("footer:cancel") })
        .click();
      await there.expectHeading(there.t("subscription:cancel.title"));
      await changeButton(there, "cancel.submit").waitFor();
    });
  },
);
