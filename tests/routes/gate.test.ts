import { describe, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makeGeo } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { BUYER, pay } from "./buying";
import { fieldsOf, page, post, shown } from "./site";

/** Node.DOCUMENT_POSITION_FOLLOWING */
const FOLLOWING = 4;

const IN_CHINA = answering(endpoints.geoInfo, makeGeo({ country: "China", country_code: "CN" }));

it("from China nothing is paid: the form stays as it was filled in, and says what to do", async () => {
  upstream.use(IN_CHINA, refusing(endpoints.soPurchase, 500));
  const { answer, see } = await shown(pay());
  expect(answer.status).toBe(403);
  expect(see.getByRole("alert", { name: "Not available in your location" }).textContent).toContain(
    "choose another country",
  );
  // Above the page, and above the button that pays.
  expect(see.getAllByText(/choose another country/)).toHaveLength(2);
  expect(see.getByLabelText<HTMLInputElement>("Email").value).toBe(BUYER.email);
});

it("from China the page says so before anything is entered, and no more once the VPN is elsewhere", async () => {
  upstream.use(IN_CHINA);
  for (const path of ["/payment/year", "/pricing/checkout/year"]) {
    const { answer, see } = await page(path);
    expect([answer.status, see.queryByRole("alert")]).toEqual([200, null]);
    const notice = see.getByText(/choose another country/);
    const plans = see.getByLabelText("Email");
    expect(notice.compareDocumentPosition(plans)).toBe(FOLLOWING);
  }
  upstream.use(answering(endpoints.geoInfo, makeGeo()));
  expect((await page("/payment/year", { "x-visitor-ip": "192.0.2.77" })).see.queryByText(/another country/)).toBeNull();
});

it("after changing the VPN's country the same form pays", async () => {
  upstream.use(IN_CHINA);
  const again = await shown(pay());
  upstream.use(answering(endpoints.geoInfo, makeGeo()));
  const anotherAddress = { "x-visitor-ip": "192.0.2.77" };
  expect((await post("/payment/year", fieldsOf(again, BUYER), anotherAddress)).status).toBe(303);
});

it("a country that was chosen for its prices opens nothing, and closes nothing", async () => {
  expect((await shown(pay({}, ""))).answer.status).toBe(303);
  const form = await page("/payment/year?country=CN");
  expect((await post("/payment/year", fieldsOf(form, BUYER))).status).toBe(303);
});

describe("where the operator sells nothing", () => {
  const fromIran = () => {
    changeEnv({ closedCountries: ["IR"] });
    upstream.use(answering(endpoints.geoInfo, makeGeo({ country: "Iran", country_code: "IR" })));
  };

  it("the page says so before and after, sends nobody to another country, and nothing entered is lost", async () => {
    fromIran();
    upstream.use(refusing(endpoints.soPurchase, 500));
    const before = await page("/payment/year");
    expect(before.see.getByText(/don’t sell plans in the country/)).toBeTruthy();
    const { answer, see } = await shown(post("/payment/year", fieldsOf(before, BUYER)));
    expect(answer.status).toBe(403);
    expect(see.getByRole("alert", { name: "Not available in your location" }).textContent).toContain("don’t sell");
    expect(see.queryByText(/VPN app/)).toBeNull();
    expect(see.getByLabelText<HTMLInputElement>("Email").value).toBe(BUYER.email);
  });

  it("in Persian it says so in Persian", async () => {
    fromIran();
    expect((await page("/fa/payment/year")).see.getByText(/اشتراک نمی‌فروشیم/)).toBeTruthy();
  });

  it("nobody signs up, and receipts and cancelling stay open", async () => {
    fromIran();
    const account = await page("/account");
    const sent = await shown(post("/account", fieldsOf(account, { email: BUYER.email }, "form.sign-up")));
    expect(sent.answer.status).toBe(403);
    for (const path of ["/receipts", "/cancel", "/withdraw"]) expect((await page(path)).answer.status).toBe(200);
  });

  it("elsewhere its prices are not for sale either: another country has to be chosen", async () => {
    changeEnv({ closedCountries: ["IR"] });
    const { answer, see } = await shown(pay({ country: "IR" }, ""));
    expect(answer.status).toBe(422);
    expect(see.getAllByText("Choose a country from the list").length).toBeGreaterThan(0);
  });
});

it.each([
  ["cannot be told", refusing(endpoints.geoInfo, 503)],
  ["is not known", answering(endpoints.geoInfo, makeGeo({ country: "", country_code: "" }))],
])("where the country %s the buyer pays", async (_, geo) => {
  upstream.use(geo);
  expect((await pay()).status).toBe(303);
});

it("one page asks once where the visitor is", async () => {
  let asked = 0;
  upstream.use(
    responding(endpoints.geoInfo, () => {
      asked += 1;
      return Response.json(makeGeo());
    }),
  );
  await page("/payment/year");
  expect(asked).toBe(1);
});
