import { journey } from "../journey";
import { startSite } from "../running-site";
import { SALES, SHOPPERS, type Shopper } from "../shoppers";
import { shop, shopWhilePricesRise } from "../shopping-steps";
import { siteOfFile, startSiteWith } from "../site-of-file";

const asIs = siteOfFile(startSite);
const withTrial = (trial: string) => siteOfFile(startSiteWith({ trial }, startSite));
const SITES = {
  subscription: asIs,
  paidTrial: asIs,
  freeTrial: withTrial("free"),
  trialWithoutMethod: withTrial("free_without_card"),
  once: siteOfFile(startSiteWith({ monthly_renews: "off" }, startSite)),
};

const travelling = ({ lang, browserLanguage, timeZone }: Shopper) => ({ lang, browserLanguage, timeZone });

// Each country does half of the sales with scripts and half without, each sale half of the countries.
for (const [place, shopper] of SHOPPERS.entries())
  for (const [turn, sale] of SALES.entries()) {
    const travel = (place + turn) % 2 === 0 ? journey.withScripts : journey.withoutScripts;
    travel(
      `${sale.title} in ${shopper.country} (${shopper.lang}) is what was agreed to, to the day and the cent`,
      { ...travelling(shopper), ownSite: SITES[sale.name] },
      shop(shopper, sale),
    );
  }

/** With a VPN: all that the network and the browser say is elsewhere, and only the country of the prices is their own. */
const HIDDEN = { address: "23.0.0.", browserLanguage: "", timeZone: "America/New_York" };

for (const [place, shopper] of SHOPPERS.filter(({ isAsked }) => isAsked).entries()) {
  const hidden = { ...shopper, ...HIDDEN, browserLanguage: `${shopper.lang}-US` };
  const travel = place % 2 === 0 ? journey.withScripts : journey.withoutScripts;
  for (const sale of SALES.filter(({ name }) => name === "subscription"))
    travel(
      `whoever chose the prices of ${shopper.country} is asked there, wherever their VPN ends`,
      { ...travelling(hidden), ownSite: asIs },
      shop(hidden, sale, `/payment/${sale.plan}?country=${shopper.country}`),
    );
}

const onRisingPrices = { ownSite: startSite, statuses: [422] };
const everySecond = (first: 0 | 1) => SHOPPERS.filter((_, place) => place % 2 === first);

journey.withScripts(
  "a price that rises between two steps is agreed to again in DE, GB, JP and IN",
  onRisingPrices,
  shopWhilePricesRise(everySecond(0)),
);

journey.withoutScripts(
  "a price that rises between two steps is agreed to again in FR, US, KR and BR",
  onRisingPrices,
  shopWhilePricesRise(everySecond(1)),
);
