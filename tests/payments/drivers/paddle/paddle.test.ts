import { driverSuite } from "../suite";
import { paddleUnderTest } from "./paddle-under-test";

driverSuite(paddleUnderTest);
