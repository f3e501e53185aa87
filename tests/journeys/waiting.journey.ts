import { journey } from "./journey";
import { waitForSuccess } from "./waiting-steps";

journey("a payment that takes its time is waited for, then succeeds", waitForSuccess);
