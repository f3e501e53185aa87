import { HttpResponse } from "msw";
import { afterEach, expect, it } from "vitest";
import { call } from "~/upstream/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makePlan } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";

afterEach(forgetUpstream);

const caller = { requestId: "req-1", appType: 502 };

it("answers with the endpoint's parsed answer", async () => {
  upstream.use(answering(endpoints.plans, { plans: [makePlan({ id: 7 })] }));
  const { plans } = await call(endpoints.plans, {}, caller);
  expect(plans.map((plan) => plan.id)).toEqual(["7"]);
});

it("tells the API who asks", async () => {
  let seen = new Headers();
  upstream.use(
    responding(endpoints.plans, ({ headers }) => {
      seen = headers;
      return HttpResponse.json({ plans: [] });
    }),
  );
  await call(endpoints.plans, {}, { ...caller, bearer: "tok", visitorIp: "192.0.2.7" }, { xFrom: "CJ" });
  expect(Object.fromEntries(seen)).toMatchObject({
    accept: "application/json",
    authorization: "Bearer tok",
    "x-app-type": "502",
    "x-forwarded-for": "192.0.2.7",
    "x-from": "CJ",
    "x-request-id": "req-1",
  });
});
