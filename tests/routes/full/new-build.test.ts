import { createRequestHandler } from "@remix-run/node";
import { expect, it } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { hostContext } from "~/security/host-facts.server";
import { BUYER } from "../buying";
import { fieldsOf, get, leadsTo, page, post, shown, tokenIn } from "../site";

const HEADERS = { "x-request-id": "req-1", "x-visitor-ip": "192.0.2.1" };

/** A form of an earlier build: without a field that came later, and with one that is gone. */
async function oldForm(path: string): Promise<URLSearchParams> {
  const fields = fieldsOf(await page(path), BUYER);
  fields.delete("scripts");
  fields.delete("front_id");
  fields.set("gone_since", "1");
  return fields;
}

/** The same sources built again, as far as a browser could tell. */
async function newerBuild() {
  const { ...build } = await import("virtual:remix/server-build");
  const render = createRequestHandler({ ...build, assets: { ...build.assets, version: "5e2f3a4b" } }, "production");
  return (request: Request) => render(request, hostContext());
}

it("an old form is answered by a new build as by its own: the order is placed", async () => {
  const body = await oldForm("/payment/year");
  const render = await newerBuild();
  const answer = await render(
    new Request("http://localhost:3000/payment/year", { method: "POST", body, headers: HEADERS }),
  );
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ plan: "year", email: BUYER.email });
});

it("an old form with a mistake comes back from the new build with everything that was entered", async () => {
  const body = await oldForm("/payment/year");
  body.set("email", "nobody@");
  const { answer, see } = await shown(post("/payment/year", body));
  expect(answer.status).toBe(422);
  expect(see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe("nobody@");
});

it("a page knows its build where the host tells it, and no other build otherwise", async () => {
  const told = await (await get("/payment/year", { "x-edge-build": "4f1d2c3b" })).text();
  expect(told).toContain('"build":"4f1d2c3b"');
  expect(await (await get("/payment/year")).text()).not.toContain('"build":');
});
