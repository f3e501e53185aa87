import { journey } from "../journey";
import { cancelInSecondYear } from "../notice-steps";
import { startSiteWithClock } from "../site-with-clock";

for (const lang of ["en", "de"] as const)
  journey(
    `in ${lang}, a German who cancels in the second year is told when it ends and gets the rest back`,
    { lang, ownSite: startSiteWithClock },
    cancelInSecondYear,
  );
