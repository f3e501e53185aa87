import { expect } from "vitest";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { startBareSite } from "../running-site";
import { siteOfFile } from "../site-of-file";

const onBare = { ownSite: siteOfFile(startBareSite(3)) };

journey("a subscription is bought on a bare backend, and nothing is told that is not known", onBare, async (trip) => {
  const { visitor, page } = trip;
  const { t } = visitor;
  await visitor.open("/payment/monthly");
  await page.getByText(/^You’re ordering a subscription: \$11\.99 today/).waitFor();
  expect(await page.getByText(/on your statement|trial|second one/i).count()).toBe(0);
  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  // What was agreed to is known; the rest only the payments API could tell.
  await page.getByText(/^\$11\.99 on .+, then every month$/).waitFor();
  for (const words of ["paysuc:statementLabel", "paysuc:receipts", "paysuc:access.heading", "sale:lines.tax"] as const)
    expect(await page.getByText(t(words), { exact: true }).count(), words).toBe(0);
  await page
    .getByRole("main")
    .getByRole("link", { name: t("footer:cancel"), exact: true })
    .click();
  await visitor.expectHeading(t("subscription:cancel.title"));
  await page.getByRole("link", { name: t("subscription:byMail.link"), exact: true }).waitFor();
});

for (const name of ["cancel", "withdraw"] as const)
  journey(`/${name} prepares a letter where the backend is bare`, onBare, async ({ visitor, page }) => {
    const { t } = visitor;
    await visitor.goPay("monthly");
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(t("paysuc:heading"));
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: t(`footer:${name}`), exact: true })
      .click();
    await visitor.expectHeading(t(`subscription:${name}.title`));
    const letter = page.getByRole("main").getByRole("link", { name: t("subscription:byMail.link"), exact: true });
    const address = new URL((await letter.getAttribute("href")) ?? "");
    expect(address.protocol + address.pathname).toBe("mailto:support@example.com");
    expect(address.searchParams.get("subject")).toBe(t(`mails:toSupport.${name}Subject`));
    expect(await page.getByRole("main").locator("form").count()).toBe(0);
  });
