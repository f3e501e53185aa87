import { journey } from "./journey";
import { expectSuccess } from "./ledger";

for (const lang of ["en", "de", "ar"] as const) {
  journey(`a buyer goes from the home page to a paid plan in ${lang}`, { lang }, async ({ visitor }) => {
    await visitor.open("/");
    await visitor.expectHeading(visitor.t("home:title"));
    await visitor.choosePlan("yearly");
    await visitor.expectHeading(visitor.t("payment:heading"));
    await visitor.enterEmail();
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
  });
}
