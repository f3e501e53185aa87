import { expect } from "vitest";
import { buyAfterRefusedCoupon, buyWithCoupon, startForNothing, useCouponTwice } from "../coupon-steps";
import { postForm } from "../form-post";
import { journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { goBackAfterPaying, payWithTwoClicks, reloadEveryPage } from "../pay-once-steps";
import { buyAtPricesOfCountry } from "../price-steps";
import { buyFromHome, openSuccessLink } from "../purchase-steps";
import { startBareSite } from "../running-site";
import { failBankCheck, passBankCheck, payAfterCancelling, payAfterDecline } from "../second-try-steps";
import { siteOfFile } from "../site-of-file";
import { comeBackByLink, waitForDecline, waitForSuccess } from "../waiting-steps";

const ownSite = siteOfFile(startBareSite(3));
const onBare = { ownSite };

for (const lang of ["de", "ar"] as const)
  journey(
    `a buyer goes from the home page to a paid plan in ${lang} on a bare backend`,
    { ownSite, lang },
    buyFromHome,
  );

journey("the link of the success page works in any other browser on a bare backend", onBare, openSuccessLink);

journey(
  "a decline for which no reason is given is told in Arabic, and the second try pays on a bare backend",
  { ownSite, lang: "ar" },
  payAfterDecline("risk"),
);

journey("whoever cancels on a bare backend continues where they were, and pays", onBare, payAfterCancelling);

journey("a buyer confirms the payment with the bank on a bare backend", onBare, passBankCheck);

journey("a buyer fails the bank's check and pays at the second try on a bare backend", onBare, failBankCheck);

journey(
  "a payment that takes its time is waited for in German on a bare backend, then succeeds",
  { ownSite, lang: "de" },
  waitForSuccess,
);

journey(
  "a payment that takes its time and is declined ends with a second try on a bare backend",
  onBare,
  waitForDecline,
);

journey("a buyer who is not led back sees the success by the link of a bare backend's order", onBare, comeBackByLink);

journey("a coupon is applied, removed and applied again on a bare backend", onBare, buyWithCoupon);

journey(
  "a coupon that a bare backend refuses leaves the form payable",
  { ownSite, statuses: [422] },
  buyAfterRefusedCoupon,
);

journey(
  "a used coupon, which a bare backend refuses without saying why, is taken away and the plan is paid",
  { ownSite, statuses: [422, 503] },
  useCouponTwice,
);

journey("where nothing is due nobody is sent to a provider of a bare backend", onBare, startForNothing);

journey.withoutScripts(
  "a trial whose length a bare backend does not tell is promised to nobody",
  onBare,
  async (trip) => {
    const { visitor, page } = trip;
    await visitor.open("/payment/weekly");
    await visitor.payButtonAt("$4.99").waitFor();
    expect(await page.getByText("$0.99").count()).toBe(0);
  },
);

journey("a buyer chooses the country whose prices hold on a bare backend", onBare, buyAtPricesOfCountry);

journey("two clicks on the pay button are one order of a bare backend", onBare, payWithTwoClicks);

journey("a buyer who goes back after paying is not charged again on a bare backend", onBare, goBackAfterPaying);

journey(
  "a buyer who goes back from a bare backend's payment page and pays again is charged once",
  onBare,
  async (trip) => {
    const { visitor, page } = trip;
    await visitor.goPay("yearly");
    await page.goBack();
    await visitor.expectHeading(visitor.t("payment:heading"));
    await visitor.enterEmail();
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    const charges = (await ordersOf(visitor)).flatMap((order) => order.charges);
    expect(charges.map(({ state, amount }) => [state, amount])).toEqual([["kept", 47.88]]);
  },
);

journey("loading any page of a purchase again changes nothing on a bare backend", onBare, reloadEveryPage);

journey(
  "the same form sent several times at once is one order of a bare backend",
  onBare,
  async ({ visitor, page }) => {
    await visitor.open("/payment/yearly");
    await visitor.enterEmail();
    await visitor.chooseProvider("so");
    const answers = await Promise.all(Array.from({ length: 5 }, () => postForm(page)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303));
    expect(await ordersOf(visitor)).toHaveLength(1);
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
  },
);
