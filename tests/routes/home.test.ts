import { expect, it } from "vitest";
import { translate } from "~/i18n/messages.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { watchLog } from "../env/watched-log";
import { makeGeo, makePlan, makePrice } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { page, type Shown } from "./site";

const plansIn = ({ see }: Shown) => see.getByRole("list", { name: "Plans" });
const inSpain = answering(endpoints.geoInfo, makeGeo({ country: "Spain", country_code: "ES" }));

it("home offers the plans, each a link to its checkout", async () => {
  const shown = await page("/");
  expect(shown.answer.status).toBe(200);
  const links = [...plansIn(shown).querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/payment/year", "/payment/month"]);
});

it("home says what buyers get, as their brand's file says it, and answers what they ask", async () => {
  const { see } = await page("/");
  const facts = see.getByRole("list", { name: "What you get" }).textContent;
  expect(facts).toMatch(/10 devices at once.*No activity logs.*30-day money-back guarantee/);
  expect(facts).not.toContain("One account for all your devices");
  expect(see.getByText("How do I cancel?")).toBeDefined();
});

it("prices are those of the visitor's country", async () => {
  upstream.use(inSpain);
  expect(plansIn(await page("/")).textContent).toContain("€54.99");
});

it("without the visitor's country the plans keep the prices of their own currency, and the log says so once", async () => {
  upstream.use(
    refusing(endpoints.geoInfo, 500),
    answering(endpoints.prices, (request) => {
      const country = new URL(request.url).searchParams.get("customer_country");
      return { products: country === "US" ? [] : [makePrice()] };
    }),
  );
  const warnings = watchLog("warn");
  expect(plansIn(await page("/")).textContent).toContain("$59.99");
  expect(goingWithout(warnings)).toEqual(["geo info not available: the page goes on without"]);
});

it("without localised prices the plans keep their own, and the log says so once", async () => {
  upstream.use(inSpain, refusing(endpoints.prices, 500));
  const warnings = watchLog("warn");
  expect(plansIn(await page("/")).textContent).toContain("$59.99");
  expect(goingWithout(warnings)).toEqual(["localised prices not available: the page goes on without"]);
});

const goingWithout = (entries: { message: unknown }[]) =>
  entries.map(({ message }) => message).filter((message) => String(message).endsWith("goes on without"));

it("a plan whose product has no local price keeps its own, whole", async () => {
  upstream.use(inSpain, answering(endpoints.prices, { products: [makePrice({ product_id: "9999" })] }));
  expect(plansIn(await page("/")).textContent).not.toContain("€");
});

it("without plans the page is a 503 that says in the visitor's language when to come back", async () => {
  upstream.use(refusing(endpoints.plans, 500));
  const { answer, see } = await page("/de", { "x-request-id": "req-1" });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe(translate("de")("errors:unavailableTitle"));
  expect(see.getByText(/req-1/)).toBeDefined();
});

it("what the payments API names is text, never markup", async () => {
  upstream.use(answering(endpoints.plans, { plans: [makePlan({ money: "<script>alert(1)</script>" })] }));
  const { html } = await page("/");
  expect(html).not.toContain("<script>alert(1)");
});
