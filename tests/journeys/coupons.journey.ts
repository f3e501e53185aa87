import { buyWithCoupon } from "./coupon-steps";
import { journey } from "./journey";

journey("a coupon is applied, removed and applied again, and no entry is lost", buyWithCoupon);
