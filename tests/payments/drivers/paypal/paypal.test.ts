import { driverSuite } from "../suite";
import { payPalUnderTest } from "./paypal-under-test";

driverSuite(payPalUnderTest);
