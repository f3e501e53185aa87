import { expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { named } from "../../analytics/received-event";
import { listenForEvents } from "../../analytics/received-events";
import { makePlan } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { BUYER } from "../buying";
import { fieldsOf, page, post, type Shown, shown } from "../site";

/** Presses a button of the checkout's form of the yearly plan. */
async function press(intent: string, entered: Record<string, string> = {}, at = "/payment/year"): Promise<Shown> {
  const form = fieldsOf(await page("/payment/year"), { ...entered, intent });
  return shown(post(at, form));
}
const payButton = ({ see }: Shown) => see.getByRole<HTMLButtonElement>("button", { name: /^Pay / });

it("another plan's form has what was entered, right or wrong, and a price and an attempt of its own", async () => {
  const before = await page("/payment/year");
  const other = await press("change-plan", { email: "anna@", provider: "ps" }, "/payment/month");
  expect(other.answer.status).toBe(200);
  expect(other.see.queryByRole("alert")).toBeNull();
  const fields = fieldsOf(other);
  expect(Object.fromEntries(fields)).toMatchObject({ email: "anna@", provider: "ps", plan: "month" });
  expect(fields.get("attempt")).not.toBe(fieldsOf(before).get("attempt"));
  expect(payButton(other).textContent).not.toBe(payButton(before).textContent);
});

it.each([
  ["of a browser that knows no other address than the form's", "/payment/year", { "intent=change-plan&to=month": "" }],
  ["of a page that was open before its buttons named the plan", "/payment/month", { intent: "change-plan" }],
])("the plan that is shown is the one pressed: %s", async (_, at, pressed) => {
  const fields = fieldsOf(await page("/payment/year"), pressed);
  const other = await shown(post(at, fields));
  expect(fieldsOf(other).get("plan")).toBe("month");
  expect(other.document.querySelector("form.pay")?.getAttribute("action")).toBe("/payment/month");
});

it("a button that only changes the form never pays, whatever else it says", async () => {
  const fields = fieldsOf(await page("/payment/year"), { ...BUYER, "intent=change-plan&to=month&plan=x": "" });
  expect((await shown(post("/payment/year", fields))).answer.status).toBe(200);
  expect(
    (await post("/payment/year", fieldsOf(await page("/payment/year"), { "intent=change-plan&to=nothing": "" })))
      .status,
  ).toBe(404);
});

it("that a trial was used is said of the plan it was used with, and of no other", async () => {
  const trial = { trial_price: 0.99, trial_days: 3 };
  const month = makePlan({ id: "month", product_id: "1002", interval: "month", ...trial });
  upstream.use(answering(endpoints.plans, { plans: [makePlan(trial), month] }));
  const other = await press("change-plan", { trial_used: "on" }, "/payment/month");
  expect(fieldsOf(other).has("trial_used")).toBe(false);
  expect(payButton(other).textContent).toMatch(/0\.9\d$/);
  expect(fieldsOf(await press("change-plan", { trial_used: "on" })).get("trial_used")).toBe("on");
});

it("is told as a plan that was chosen", async () => {
  const told = listenForEvents();
  await press("change-plan", {}, "/payment/month");
  const chosen = named("plan_select", await told()).map(({ params }) => params.plan_id);
  expect(chosen).toEqual(["year", "month"]);
});

it("Enter with right entries leads to the button that pays, and orders nothing", async () => {
  const checked = await press("check", BUYER);
  expect(checked.answer.status).toBe(200);
  expect(payButton(checked).autofocus).toBe(true);
  expect(payButton(await page("/payment/year")).autofocus).toBe(false);
});

it("Enter with a mistake leads to the mistake", async () => {
  const checked = await press("check", { ...BUYER, email: "" });
  expect(checked.answer.status).toBe(422);
  expect(checked.see.getByLabelText("Email").hasAttribute("autofocus")).toBe(true);
  expect(checked.see.getByRole("alert").hasAttribute("autofocus")).toBe(false);
  expect(payButton(checked).autofocus).toBe(false);
  expect(checked.document.querySelector("button[name='intent=check']")?.getAttribute("formaction")).toBe(
    "/payment/year",
  );
});
