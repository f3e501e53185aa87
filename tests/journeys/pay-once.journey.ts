import { journey } from "./journey";
import { payWithTwoClicks } from "./pay-once-steps";

journey("two clicks on the pay button are one order", payWithTwoClicks);
