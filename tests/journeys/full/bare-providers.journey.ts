import { journey } from "../journey";
import { cancelAt, PROVIDER_PAIRS, payOnBare, turnToAnother, waitAt } from "../provider-steps";
import { startBareSite } from "../running-site";
import { siteOfFile } from "../site-of-file";

const onBare = { ownSite: siteOfFile(startBareSite(2)) };

for (const [provider, other] of PROVIDER_PAIRS) {
  journey(
    `${provider}: whoever pays on a backend of the specification is shown that they have`,
    onBare,
    payOnBare(provider),
  );
  journey(
    `${provider}: declined on a bare backend, a buyer turns to ${other} in one tap and pays there`,
    onBare,
    (trip) => turnToAnother(trip, provider, other),
  );
  journey(`${provider}: whoever cancels on a bare backend finds their entries`, onBare, (trip) =>
    cancelAt(trip, provider),
  );
  journey(`${provider}: a payment that takes its time is waited for on a bare backend`, onBare, (trip) =>
    waitAt(trip, provider),
  );
}
