import { journey } from "../journey";
import { expectLightPurchase } from "../weight-steps";

for (const lang of ["de", "ar", "uk"] as const)
  journey.withScripts(`every page of a purchase is light in ${lang}`, { lang, statuses: [404] }, expectLightPurchase);
