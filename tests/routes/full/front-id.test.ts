import { expect, it } from "vitest";
import type { z } from "zod";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { forgetPurchases } from "~/orders/purchase.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { frontId } from "~/upstream/contract/values/scalars";
import { makeSoOrder } from "../../mocks/builders";
import { responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { BUYER } from "../buying";
import { orderStands } from "../order-status";
import { fieldsOf, page, post, tokenIn } from "../site";

const FRONT_ID = "6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa";
const OTHER = "0b8f5a52-2a60-4f1e-8f27-9c1c2d3e4f50";
const PATH = "/payment/year";

/** The bodies of the purchase calls that are made from now on. */
function purchases() {
  const bodies: z.output<typeof endpoints.soPurchase.body>[] = [];
  upstream.use(
    responding(endpoints.soPurchase, async (request) => {
      bodies.push(endpoints.soPurchase.body.parse(await request.json()));
      return Response.json(makeSoOrder());
    }),
  );
  return bodies;
}

it("what analytics knows the visitor by goes along with the form, the order and the purchase", async () => {
  const bodies = purchases();
  const form = fieldsOf(await page(PATH, { cookie: `userId=${FRONT_ID}` }), BUYER);
  expect(form.get("front_id")).toBe(FRONT_ID);
  const answer = await post(PATH, form);
  expect(bodies).toMatchObject([{ front_id: FRONT_ID, email: BUYER.email }]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ front_id: FRONT_ID });
});

it("sending the same form again tells the same, whatever the browser's cookie says by then", async () => {
  const bodies = purchases();
  const form = fieldsOf(await page(PATH, { cookie: `userId=${FRONT_ID}` }), BUYER);
  await post(PATH, form, { cookie: `userId=${FRONT_ID}` });
  // As another copy of the site would get it.
  forgetPurchases();
  await post(PATH, form, { cookie: `userId=${OTHER}` });
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
});

it("a visitor without one, or with what is none, gets one, and their first order has it already", async () => {
  const bodies = purchases();
  const shown = await page(PATH, { cookie: "userId=somebody" });
  const form = fieldsOf(shown, BUYER);
  const given = form.get("front_id") ?? "";
  expect(frontId.safeParse(given).success).toBe(true);
  expect(shown.answer.headers.getSetCookie()).toContainEqual(
    expect.stringContaining(`userId=${given}; Max-Age=31536000; Path=/; SameSite=Lax`),
  );
  await post(PATH, form);
  expect(bodies[0]).toHaveProperty("front_id", given);
});

it("each document gives another browser another one, and a browser keeps its own", async () => {
  const ids = ["a", "b"].map(async (id) => fieldsOf(await page(PATH, { "x-request-id": id })).get("front_id"));
  expect(new Set(await Promise.all(ids)).size).toBe(2);
  const { answer } = await page(PATH, { cookie: `userId=${FRONT_ID}` });
  expect(answer.headers.getSetCookie()).not.toContainEqual(expect.stringMatching(/^userId=/));
});

it.each([
  ["cookie", "consent=0"],
  ["sec-gpc", "1"],
])("who does not agree has none, and buys without: %s %s", async (header, value) => {
  const no = { [header]: value };
  const bodies = purchases();
  const shown = await page(PATH, no);
  const form = fieldsOf(shown, BUYER);
  expect(form.has("front_id")).toBe(false);
  expect(shown.answer.headers.getSetCookie()).not.toContainEqual(expect.stringMatching(/^userId=/));
  const token = await orderToken(makeOrder({ front_id: FRONT_ID }));
  orderStands({ status: "failed", fail_code: "risk" });
  expect(fieldsOf(await page(`${PATH}?o=${token}`, no)).has("front_id")).toBe(false);
  expect((await post(PATH, form, no)).status).toBe(303);
  expect(bodies[0]).not.toHaveProperty("front_id");
});

it("what is no id is left out of the order", async () => {
  const bodies = purchases();
  const form = fieldsOf(await page(PATH), BUYER);
  form.set("front_id", "<b>");
  expect((await post(PATH, form)).status).toBe(303);
  expect(bodies[0]).not.toHaveProperty("front_id");
});

it("a further attempt keeps the one of its order", async () => {
  orderStands({ status: "failed", fail_code: "risk" });
  const token = await orderToken(makeOrder({ front_id: FRONT_ID }));
  const form = fieldsOf(await page(`${PATH}?o=${token}`, { cookie: `userId=${OTHER}` }));
  expect(form.get("front_id")).toBe(FRONT_ID);
});
