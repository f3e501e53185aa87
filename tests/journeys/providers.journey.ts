import { journey } from "./journey";
import { isLeftByForm, PROVIDER_PAIRS, turnToAnother } from "./provider-steps";

// Without scripts a buyer leaves by a link or by a form: one provider of each; the full run has all of them.
for (const [provider, other] of PROVIDER_PAIRS) {
  const travel = provider === "so" || isLeftByForm(provider) ? journey : journey.withScripts;
  travel(`${provider}: a declined buyer turns to ${other} in one tap and pays there, once`, (trip) =>
    turnToAnother(trip, provider, other),
  );
}
