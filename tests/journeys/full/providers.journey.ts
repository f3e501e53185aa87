import { PROVIDERS } from "~/upstream/contract/catalogue";
import { journey } from "../journey";
import { cancelAt, isLeftByForm, PROVIDER_PAIRS, turnToAnother, waitAt } from "../provider-steps";

for (const provider of PROVIDERS) {
  journey(`${provider}: a buyer who cancels is charged nothing and finds their entries`, (trip) =>
    cancelAt(trip, provider),
  );
  journey(`${provider}: a payment that takes its time is waited for`, (trip) => waitAt(trip, provider));
}

// The others of them travel in the short run.
for (const [provider, other] of PROVIDER_PAIRS) {
  if (provider === "so" || isLeftByForm(provider)) continue;
  journey.withoutScripts(`${provider}: a declined buyer turns to ${other} in one tap and pays there, once`, (trip) =>
    turnToAnother(trip, provider, other),
  );
}
