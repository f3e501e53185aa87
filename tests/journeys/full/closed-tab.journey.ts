import { payAndCloseTab } from "../analytics-steps";
import { journey } from "../journey";

journey("a payment whose tab was closed at the provider is told once all the same", payAndCloseTab);
