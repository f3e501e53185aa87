import { commonParams, plans, prices } from "./catalogue";
import { checkCoupon } from "./coupons";
import { soPurchase, soPurchaseResult } from "./so";
import { geoInfo, profile } from "./visitor";

/** Every call there is, by name: what the client sends, the sandbox serves, the mocks answer and OpenAPI lists. */
export const endpoints = {
  geoInfo,
  profile,
  plans,
  commonParams,
  prices,
  checkCoupon,
  soPurchase,
  soPurchaseResult,
} as const;
export type EndpointName = keyof typeof endpoints;
