import { analyticsEvents } from "./analytics";
import { gapPurchaseResult, tpaPurchaseResult } from "./app-purchase";
import { commonParams, plans, prices } from "./catalogue";
import { checkCoupon } from "./coupons";
import { invoiceList, invoiceSend } from "./invoices";
import { pdPurchaseStatus, rbSubscriptionStatus } from "./order-status";
import { pdPrepurchase } from "./pd";
import { psPurchase, psPurchaseResult } from "./ps";
import { rbCreateSubscription } from "./rb";
import { rzPurchase, rzPurchaseResult } from "./rz";
import { anonymousSignup } from "./sign-up";
import { soPurchase, soPurchaseResult } from "./so";
import { resumeLink, subscriptionChange, subscriptionLink, subscriptionList } from "./subscriptions";
import { geoInfo, profile } from "./visitor";

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
  subscriptionList,
  subscriptionChange,
  subscriptionLink,
  resumeLink,
  analyticsEvents,
} as const;
export type EndpointName = keyof typeof endpoints;
