import { http, type RequestHandler } from "msw";
import type { z } from "zod";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { type EndpointName, endpoints } from "~/upstream/contract/endpoints";
import type { ApiError } from "~/upstream/contract/errors";
import {
  makeApiError,
  makeCoupon,
  makeGeo,
  makeInvoice,
  makeParams,
  makePdOrder,
  makePlan,
  makePrice,
  makeProfile,
  makePsOrder,
  makeRbOrder,
  makeRedemption,
  makeResult,
  makeRzOrder,
  makeSignUp,
  makeSoOrder,
  makeSubscription,
} from "./builders";

export const API = "http://api.test";

type Answer<E extends Endpoint> = z.input<E["answer"]>;
type Resolver = (request: Request) => Response | Promise<Response>;

/** Answers an endpoint with whatever response a test needs, contract or not. */
export function responding(endpoint: Endpoint, respond: Resolver): RequestHandler {
  const method = endpoint.method === "GET" ? http.get : http.post;
  return method(`${API}${endpoint.path}`, ({ request }) => respond(request));
}

/** Answers an endpoint as its contract says: a request outside the contract is refused, an answer outside it throws here. */
export function answering<E extends Endpoint>(
  endpoint: E,
  answer: Answer<E> | ((request: Request) => Answer<E>),
): RequestHandler {
  return responding(endpoint, async (request) => {
    const mistake = await mistakeOf(endpoint, request.clone());
    if (mistake !== undefined) return Response.json(mistake, { status: 400 });
    const body = isAnswerer(answer) ? answer(request) : answer;
    endpoint.answer.parse(body);
    return Response.json(body);
  });
}

/** Answers an endpoint with an error of the contract. */
export function refusing(endpoint: Endpoint, status: number, error: ApiError = makeApiError()): RequestHandler {
  return responding(endpoint, () => Response.json(error, { status }));
}

async function mistakeOf(endpoint: Endpoint, request: Request): Promise<ApiError | undefined> {
  const query = endpoint.query?.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const body = endpoint.body?.safeParse(await request.json());
  const message = query?.error?.message ?? body?.error?.message;
  return message === undefined ? undefined : makeApiError({ error: { code: "bad_request", message } });
}

const isAnswerer = <A>(answer: A | ((request: Request) => A)): answer is (request: Request) => A =>
  typeof answer === "function";

/** Every call of the payments API on a good day. */
const goodDay: { [Name in EndpointName]: RequestHandler } = {
  geoInfo: answering(endpoints.geoInfo, makeGeo()),
  profile: answering(endpoints.profile, makeProfile()),
  plans: answering(endpoints.plans, {
    plans: [makePlan(), makePlan({ id: "month", product_id: "1002", interval: "month" })],
  }),
  commonParams: answering(endpoints.commonParams, makeParams()),
  prices: answering(endpoints.prices, { products: [makePrice()] }),
  checkCoupon: answering(endpoints.checkCoupon, makeCoupon()),
  anonymousSignup: answering(endpoints.anonymousSignup, makeSignUp()),
  pdPrepurchase: answering(endpoints.pdPrepurchase, makePdOrder()),
  pdPurchaseStatus: answering(endpoints.pdPurchaseStatus, makeResult()),
  psPurchase: answering(endpoints.psPurchase, makePsOrder()),
  psPurchaseResult: answering(endpoints.psPurchaseResult, makeResult()),
  rzPurchase: answering(endpoints.rzPurchase, makeRzOrder()),
  rzPurchaseResult: answering(endpoints.rzPurchaseResult, makeResult()),
  rbCreateSubscription: answering(endpoints.rbCreateSubscription, makeRbOrder()),
  rbSubscriptionStatus: answering(endpoints.rbSubscriptionStatus, makeResult()),
  gapPurchaseResult: answering(endpoints.gapPurchaseResult, makeResult()),
  tpaPurchaseResult: answering(endpoints.tpaPurchaseResult, makeResult()),
  invoiceList: answering(endpoints.invoiceList, { email_hint: "m•••@example.com", invoices: [makeInvoice()] }),
  invoiceSend: answering(endpoints.invoiceSend, { sent: true, invoice_id: "inv_1", email: "member@example.com" }),
  invoiceDetails: answering(endpoints.invoiceDetails, { version: 2 }),
  endLinks: answering(endpoints.endLinks, { receipts: { user_id: 42, signed_time: "1795000001", sign: "fresh" } }),
  subscriptionList: answering(endpoints.subscriptionList, { subscriptions: [makeSubscription()] }),
  subscriptionChange: answering(endpoints.subscriptionChange, {
    subscription: makeSubscription(),
    asked_at: "2026-11-01T12:00:00.000Z",
    email_hint: "m***@example.com",
  }),
  subscriptionLink: answering(endpoints.subscriptionLink, { sent: true }),
  declare: answering(endpoints.declare, { declared_at: "2026-11-01T12:00:00.000Z", mailed: true }),
  resumeLink: answering(endpoints.resumeLink, {}),
  storeTokens: answering(endpoints.storeTokens, {}),
  redemption: answering(endpoints.redemption, makeRedemption()),
  redeem: answering(endpoints.redeem, { token: "t0ken", user_id: 42, order_id: "ord_1" }),
  soPurchase: answering(endpoints.soPurchase, makeSoOrder()),
  soPurchaseResult: answering(endpoints.soPurchaseResult, makeResult()),
  analyticsEvents: answering(endpoints.analyticsEvents, { accepted: 1, rejected: [] }),
};

export const handlers = Object.values(goodDay);
