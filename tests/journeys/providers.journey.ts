import { journey } from "./journey";
import { PROVIDER_PAIRS, turnToAnother } from "./provider-steps";

for (const [provider, other] of PROVIDER_PAIRS) {
  journey(`${provider}: a declined buyer turns to ${other} in one tap and pays there, once`, (trip) =>
    turnToAnother(trip, provider, other),
  );
}
