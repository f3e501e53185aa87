import { journey } from "../journey";
import { changePlan, seeSubscriptionOfStore } from "../plan-change-steps";

journey("a member changes to a longer plan, and what is left of the first one is taken off", changePlan);

journey("a member with a subscription in a store is told of it before buying a second one", seeSubscriptionOfStore);
