import { journey } from "./journey";
import { inShortRun, PROVIDER_PAIRS, turnToAnother } from "./provider-steps";

// The full run has the others.
for (const [provider, other] of PROVIDER_PAIRS) {
  const { withScripts, withoutScripts } = inShortRun(provider);
  if (!withScripts) continue;
  const travel = withoutScripts ? journey : journey.withScripts;
  travel(`${provider}: a declined buyer turns to ${other} in one tap and pays there, once`, (trip) =>
    turnToAnother(trip, provider, other),
  );
}
