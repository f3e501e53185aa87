import { expect } from "vitest";
import { expectNoSale, expectNoSignUp, startSiteInChina } from "../gate-steps";
import { journey } from "../journey";
import { changeLanguageWhilePaying, openInBrowsersLanguage, openUntidyAddresses } from "../language-steps";
import { everyPageFits } from "../narrow-phone";
import { IN_GERMAN, openUnknownPages, openUnknownPlans } from "../refusal-steps";
import { startBareSite } from "../running-site";
import { siteOfFile } from "../site-of-file";

const ownSite = siteOfFile(startBareSite(5));
const inChina = { ownSite: siteOfFile(startSiteInChina(startBareSite(6))), statuses: [403] };

journey(
  "a browser that asks for German gets it on a bare backend",
  { ownSite, browserLanguage: "de-DE" },
  openInBrowsersLanguage,
);

journey("old and untidy addresses settle in one step on a bare backend", { ownSite }, openUntidyAddresses);

journey("the language is changed in the middle of a payment on a bare backend", { ownSite }, changeLanguageWhilePaying);

journey("every page of a bare backend fits the narrowest phone in Arabic", { ownSite }, everyPageFits("ar"));

journey.withoutScripts("whoever bought nothing is told how to get to receipts", { ownSite }, async ({ visitor }) => {
  await visitor.open("/receipts");
  await visitor.expectText(visitor.t("receipts:fromApp"));
});

journey.withoutScripts(
  "whoever cancels or withdraws at a bare backend gets a prepared letter",
  { ownSite },
  async ({ visitor, page }) => {
    for (const name of ["cancel", "withdraw"] as const) {
      await visitor.open(`/${name}`);
      await visitor.expectHeading(visitor.t(`subscription:${name}.title`));
      const letter = page.getByRole("link", { name: visitor.t("subscription:byMail.link") });
      expect(await letter.getAttribute("href")).toMatch(/^mailto:.+\?subject=.+&body=.+/);
    }
  },
);

journey.withoutScripts(
  "an unknown plan of a bare backend is not found, and the plans there are are offered",
  { ownSite, ...IN_GERMAN },
  openUnknownPlans,
);

journey.withoutScripts("an unknown page is not found on a bare backend", { ownSite, ...IN_GERMAN }, openUnknownPages);

journey("from China nothing is sold by a bare backend", inChina, expectNoSale);

journey("from China nobody signs up with a bare backend", inChina, expectNoSignUp);
