import { analyticsEvents } from "./analytics";
import { redeem, redemption } from "./apps/redemptions";
import { commonParams, plans, prices } from "./catalogue";
import { checkCoupon } from "./coupons";
import { declare } from "./declarations";
import { endLinks, invoiceDetails, invoiceList, invoiceSend } from "./invoices";
import {
  gapPurchaseResult,
  pdPrepurchase,
  pdPurchaseStatus,
  psPurchase,
  psPurchaseResult,
  rbCreateSubscription,
  rbSubscriptionStatus,
  rzPurchase,
  rzPurchaseResult,
  soPurchase,
  soPurchaseResult,
  tpaPurchaseResult,
} from "./purchase-calls";
import { storeTokens } from "./store-tokens";
import { resumeLink, subscriptionChange, subscriptionLink, subscriptionList } from "./subscriptions";
import { anonymousSignup, geoInfo, profile } from "./visitor";

/** Every call of the payments API, by name; used by the client, the sandbox, the mocks and OpenAPI. */
export const endpoints = {
  geoInfo,
  profile,
  plans,
  commonParams,
  prices,
  anonymousSignup,
  checkCoupon,
  pdPrepurchase,
  pdPurchaseStatus,
  psPurchase,
  psPurchaseResult,
  rzPurchase,
  rzPurchaseResult,
  rbCreateSubscription,
  rbSubscriptionStatus,
  soPurchase,
  soPurchaseResult,
  gapPurchaseResult,
  tpaPurchaseResult,
  invoiceList,
  invoiceSend,
  invoiceDetails,
  endLinks,
  subscriptionList,
  subscriptionChange,
  subscriptionLink,
  declare,
  resumeLink,
  storeTokens,
  redemption,
  redeem,
  analyticsEvents,
} as const;
export type EndpointName = keyof typeof endpoints;
