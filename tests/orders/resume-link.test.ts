import { afterEach, expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { openOrder } from "~/orders/purchase.server";
import { loadGeo } from "~/upstream/catalogue.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { resumeLink } from "~/upstream/contract/subscriptions";
import { visitorOf } from "~/visitor/visitor.server";
import { makeApiError, makeParams, makeResult, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeRequest } from "../visitor/requests";
import { makeOrder } from "./orders";

afterEach(forgetUpstream);

const order = makeOrder({ orderId: undefined, lang: "de" });
const open = async () => openOrder(order, await visitorOf(makeRequest("/payment/year")));

/** What a payments API with these optional calls is told. */
function listen(calls = ["subscriptions", "resume_link"]) {
  const told: Record<string, unknown>[] = [];
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls })),
    responding(resumeLink, async (request) => {
      told.push(await request.json());
      return Response.json({});
    }),
  );
  return told;
}

/** A further call, which is answered after those that were sent before it. */
async function letCallsEnd(): Promise<void> {
  const { caller } = await visitorOf(makeRequest("/"));
  await loadGeo(caller);
}

it("where a buyer can go on is told once, in their language, and leads to the order and to its payment", async () => {
  const told = listen();
  await open();
  await open();
  await vi.waitFor(() => expect(told).toHaveLength(1), 60_000);
  const url = new URL(String(told[0]?.url));
  expect(told[0]).toEqual({ order_id: "ord_1", email: "buyer@example.com", url: url.href, language: "de" });
  expect(url.origin + url.pathname).toBe("http://localhost:3000/de/paystatus");
  expect(await readOrderToken(url.searchParams.get("o"))).toMatchObject({
    orderId: "ord_1",
    handOff: { address: "https://pay.test/so/ord_1" },
  });
});

it("a call that fails keeps no buyer from paying", async () => {
  listen();
  let tries = 0;
  upstream.use(
    responding(resumeLink, () => {
      tries += 1;
      return Response.json(makeApiError(), { status: 422 });
    }),
  );
  expect((await open()).kind).toBe("opened");
  await vi.waitFor(() => expect(tries).toBe(1), 60_000);
});

it("no buyer waits for its answer", async () => {
  listen();
  const answers: ((answer: Response) => void)[] = [];
  upstream.use(responding(resumeLink, () => new Promise<Response>((answer) => answers.push(answer))));
  expect((await open()).kind).toBe("opened");
  await vi.waitFor(() => expect(answers).toHaveLength(1), 60_000);
  answers[0]?.(Response.json({}));
});

it.each([
  ["an API that has no such call", () => listen(["subscriptions"])],
  ["an API that tells of no calls", () => listen([])],
])("%s is told nothing", async (_, start) => {
  const told = start();
  await open();
  await letCallsEnd();
  expect(told).toEqual([]);
});

it.each([
  ["nothing is to be paid", answering(endpoints.soPurchase, makeSoOrder({ web_url: null }))],
  [
    "another browser's order is only followed",
    refusing(
      endpoints.soPurchase,
      409,
      makeApiError({ error: { code: "order_live", message: "" }, order: makeResult({ order_id: "ord_7" }) }),
    ),
  ],
])("where %s nothing is told", async (_, purchase) => {
  const told = listen();
  upstream.use(purchase);
  await open();
  await letCallsEnd();
  expect(told).toEqual([]);
});

it("where the buyer goes on with an order that has its way back already, nothing is told again", async () => {
  const told = listen();
  const redirect_url = "https://pay.test/so/ord_7";
  const error = { error: { code: "order_live", message: "" }, order: makeResult({ order_id: "ord_7", redirect_url }) };
  upstream.use(refusing(endpoints.soPurchase, 409, makeApiError(error)));
  const again = await openOrder({ ...order, retryOf: "ord_7" }, await visitorOf(makeRequest("/payment/year")));
  expect(again).toMatchObject({ kind: "existing", order: { handOff: { address: redirect_url } } });
  upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
  await openOrder({ ...order, attempt: "b".repeat(36) }, await visitorOf(makeRequest("/payment/year")));
  await vi.waitFor(() => expect(told).not.toEqual([]), 60_000);
  expect(told.map(({ order_id }) => order_id)).toEqual(["ord_1"]);
});
