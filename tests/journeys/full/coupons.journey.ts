import { buyAfterRefusedCoupon, startForNothing, useCouponTwice } from "../coupon-steps";
import { journey } from "../journey";

const REFUSED = { statuses: [422] };

journey("a refused coupon says why, and the form stays payable", REFUSED, buyAfterRefusedCoupon);

journey(
  "a coupon that turns out to be used is told with the new price, which is charged only once agreed to",
  REFUSED,
  useCouponTwice,
);

journey("where nothing is due nobody is sent to a provider", startForNothing);
