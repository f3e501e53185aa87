import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { API } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { page } from "./site";

const STRANGERS: [string, string, string][] = [
  ["any token", "/payment/year", "paypal_token=random"],
  ["any app's number in a cookie", "/payment/year", "app=987654"],
  ["any channel", "/payment/year", "channel=random"],
  ["cookies full of nonsense", "/payment/year", "paypal_token=%; session=x; app=x; orders=x; csrf=x; cje-client=x"],
  ["all of it", "/pricing", "paypal_token=random; app=987655; channel=random-2"],
];

it.each(STRANGERS)("in an outage a visitor with %s sees the plans as anybody does", async (_, path, cookie) => {
  await page(path);
  upstream.use(http.all(`${API}/*`, () => new HttpResponse(null, { status: 500 })));
  expect((await page(path)).answer.status).toBe(200);
  const { answer, see } = await page(path, { cookie });
  expect(answer.status).toBe(200);
  expect(see.getAllByText(/\$59\.99|€54\.99/).length).toBeGreaterThan(0);
});
