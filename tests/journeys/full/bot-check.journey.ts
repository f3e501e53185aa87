import { expect } from "vitest";
import { fillIn, payPatiently, readForm } from "../bot-check-steps";
import { formHydrated } from "../hydrated";
import { journey } from "../journey";
import { expectPaidOnce, expectSuccess } from "../ledger";

const SCRIPT = "/recaptcha/api.js";

journey("a buyer passes the bot check and pays once, with its script or without", { statuses: [422] }, async (trip) => {
  await fillIn(trip);
  await payPatiently(trip);
  await trip.visitor.onHostedPage("approve");
  await expectSuccess(trip.visitor);
  await expectPaidOnce(trip.visitor);
});

journey.withScripts("the check's script is loaded for the provider that needs it only", async (trip) => {
  const { page, visitor } = trip;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await formHydrated(page);
  expect(asked).not.toContain(SCRIPT);
  const script = page.waitForRequest((request) => new URL(request.url()).pathname === SCRIPT);
  await visitor.chooseProvider("rb");
  await script;
});

journey.withScripts("where the check's script does not work the buyer pays all the same", async (trip) => {
  await trip.page.route(`**${SCRIPT}*`, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await fillIn(trip);
  await payPatiently(trip);
});

journey("an e-mail address is enough to have a sign-in link mailed", async (trip) => {
  const { visitor, page } = trip;
  await visitor.open("/account");
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).fill(visitor.email);
  const button = page.getByRole("button", { name: visitor.t("account:signUp.submit") });
  // As long as a person takes: sending it again and again would only meet the limit.
  await readForm(trip);
  await button.click();
  await visitor.expectHeading(visitor.t("account:mailed.title"));
  await page.getByRole("main").getByText(visitor.email).waitFor();
});
