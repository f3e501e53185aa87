import { PROVIDERS } from "~/upstream/contract/catalogue";
import { journey } from "../journey";
import { cancelAt, inShortRun, PROVIDER_PAIRS, turnToAnother, waitAt } from "../provider-steps";

for (const provider of PROVIDERS) {
  journey(`${provider}: a buyer who cancels is charged nothing and finds their entries`, (trip) =>
    cancelAt(trip, provider),
  );
  journey(`${provider}: a payment that takes its time is waited for`, (trip) => waitAt(trip, provider));
}

// The others of them travel in the short run.
for (const [provider, other] of PROVIDER_PAIRS) {
  const { withScripts, withoutScripts } = inShortRun(provider);
  if (withoutScripts) continue;
  const travel = withScripts ? journey.withoutScripts : journey;
  travel(`${provider}: a declined buyer turns to ${other} in one tap and pays there, once`, (trip) =>
    turnToAnother(trip, provider, other),
  );
}
