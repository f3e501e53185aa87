import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { PROVIDERS_PATH } from "~/upstream/contract/endpoint";
import { endpoints } from "~/upstream/contract/endpoints";
import { planById } from "../../payments/catalogue/catalogue";
import { SANDBOX_CATALOGUE } from "../catalogue";
import { bareAnswer, bareRefusal, isSpecified, type SpecifiedCall } from "./bare-answers";
import { chanceFor } from "./seeded";

/**
 * Wraps the full API as a backend that knows only the specification: it passes calls on and changes the answers with
 * `bareAnswer`. What `bareStep` leaves of each purchase call makes it a new order.
 */
export function bareApi(seed: number): Router {
  const router = Router();
  const { pdPurchaseStatus, ...others } = endpoints;
  router.post(pdPurchaseStatus.path, refuseUnknown(seed, "pdPurchaseStatus"));
  router.post(pdStatusPath(seed), (request, response, next) => {
    request.url = pdPurchaseStatus.path;
    between(seed, "pdPurchaseStatus")(request, response, next);
  });
  for (const [name, { method, path }] of Object.entries(others)) {
    const layer: RequestHandler = isSpecified(name) ? between(seed, name) : refuseUnknown(seed, name);
    if (method === "POST") router.post(path, layer);
    else router.get(path, layer);
  }
  return router;
}

/** This backend's `{hash}_status` for `pd`: the provider's code or the order's id in place of the hash, which no seed has where we add ours. */
function pdStatusPath(seed: number): RegExp {
  const hash = chanceFor(seed, "pd status").pick(["common/pd", "pd", "common/pd/[\\w-]+", "[\\w-]+"]);
  return new RegExp(`^${PROVIDERS_PATH}/${hash}_status$`);
}

const refuseUnknown =
  (seed: number, name: string): RequestHandler =>
  (_request, response) => {
    const { status, body } = bareRefusal(seed, name, 404, 404);
    response.status(status).json(body);
  };

export const answer = z.record(z.string(), z.unknown());
const refusalBody = z.object({ code: z.number() });

const between =
  (seed: number, name: SpecifiedCall): RequestHandler =>
  (request, response, next) => {
    nameProducts(request);
    replaceAnswer(response, (status, made) => {
      if (status >= 300) return bareRefusal(seed, name, status, refusalBody.parse(made).code);
      return bareAnswer(seed, name, name === "prices" ? pricedByPlan(made) : made);
    });
    next();
  };

function replaceAnswer(
  response: Response,
  rewrite: (status: number, made: Record<string, unknown>) => ReturnType<typeof bareAnswer>,
) {
  const send = response.json.bind(response);
  response.json = (made: unknown) => {
    const { status, body } = rewrite(response.statusCode, answer.parse(made));
    response.status(status);
    return send(body);
  };
}

export const productOf = (id: string): string => String(planById(SANDBOX_CATALOGUE, id)?.product_id ?? id);

/** This backend's plans are their own products: plan ids are used as product ids. Express reads a query from the address. */
function nameProducts(request: Request): void {
  const address = new URL(request.url, "http://sandbox");
  for (const name of ["product_id", "product_ids"]) {
    const ids = address.searchParams.get(name);
    if (ids !== null) address.searchParams.set(name, ids.split(",").map(productOf).join(","));
  }
  request.url = address.pathname + address.search;
}

const products = z.object({ products: z.array(z.looseObject({ product_id: z.union([z.number(), z.string()]) })) });

function pricedByPlan(made: Record<string, unknown>): Record<string, unknown> {
  const planOf = (product: number | string) =>
    SANDBOX_CATALOGUE.plans.find(({ product_id }) => product_id === product)?.id ?? product;
  const named = products.parse(made).products.map((one) => ({ ...one, product_id: planOf(one.product_id) }));
  return { products: named };
}
