import { driverSuite } from "../suite";
import { stripeUnderTest } from "./stripe-under-test";

driverSuite(stripeUnderTest);
