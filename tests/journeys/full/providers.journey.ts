import { PROVIDERS } from "~/upstream/contract/catalogue";
import { journey } from "../journey";
import { cancelAt, waitAt } from "../provider-steps";

for (const provider of PROVIDERS) {
  journey(`${provider}: a buyer who cancels is charged nothing and finds their entries`, (trip) =>
    cancelAt(trip, provider),
  );
  journey(`${provider}: a payment that takes its time is waited for`, (trip) => waitAt(trip, provider));
}
