import { expect } from "vitest";
import { exchange, request } from "../../host/raw-exchange";
import { type Journey, journey } from "../journey";
import { ask, expectScreen, IN_GERMAN, openUnknownPages, openUnknownPlans } from "../refusal-steps";

const FORM = "application/x-www-form-urlencoded";

const post = (trip: Journey, body: string, headers: Record<string, string> = {}) =>
  ask(trip, "/de/payment/yearly", {
    method: "POST",
    body,
    headers: { origin: trip.site.addresses.site, "content-type": FORM, ...headers },
  });

journey.withoutScripts(
  "an unknown plan is not found, and the plans there are are offered",
  IN_GERMAN,
  openUnknownPlans,
);

journey.withoutScripts("an unknown page is not found", IN_GERMAN, openUnknownPages);

journey.withoutScripts("an order token that is missing, foreign or changed finds no order", IN_GERMAN, async (trip) => {
  const { visitor, page } = trip;
  const handOff = page.waitForRequest((sent) => new URL(sent.url()).pathname === "/de/redirect");
  await visitor.goPay("yearly");
  const token = new URL((await handOff).url()).searchParams.get("o") ?? "";
  const at = Math.floor(token.length / 2);
  const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
  await visitor.open("/payment/yearly");
  const ofAnotherKind = await page.locator("form.pay input[name=quote]").inputValue();
  for (const wrong of [changed, ofAnotherKind, "nonsense", ""]) {
    for (const screen of ["paystatus", "paysuc", "redirect"])
      await expectScreen(trip, await ask(trip, `/de/${screen}?o=${wrong}`), 404, "orderNotFound");
  }
});

journey.withoutScripts("a provider's return without an order leads to a page that says so", IN_GERMAN, async (trip) => {
  const headers = { "accept-language": "de" };
  for (const address of ["/return/so", "/return/so?o=nonsense", "/return/nobody?o=nonsense"])
    await expectScreen(trip, await ask(trip, address, { headers }), 404, "orderNotFound");
  const posted = await ask(trip, "/return/so?o=nonsense", {
    method: "POST",
    body: "status=approved",
    headers: { ...headers, "content-type": FORM, origin: "https://provider.example" },
  });
  await expectScreen(trip, posted, 404, "orderNotFound");
});

journey.withoutScripts(
  "a request that no browser makes from our pages gets a page that says why",
  IN_GERMAN,
  async (trip) => {
    await expectScreen(trip, await post(trip, `email=${"x".repeat(20_000)}`), 413, "tooLarge");
    await expectScreen(trip, await post(trip, "{}", { "content-type": "application/json" }), 415, "unsupported");
    await expectScreen(trip, await post(trip, "intent=pay", { origin: "https://evil.example" }), 403, "forbidden");
    await expectScreen(trip, await post(trip, "intent=nothing"), 400, "badRequest");
    await expectScreen(trip, await ask(trip, "/de/payment", { method: "DELETE" }), 405, "methodNotAllowed");
    await expectScreen(trip, await ask(trip, "/de/payment/%E0%A4%A"), 400, "badRequest");
  },
);

journey.withoutScripts("a foreign Host gets a page that names no foreign address", IN_GERMAN, async (trip) => {
  const port = Number(new URL(trip.site.addresses.site).port);
  const answer = await exchange(port, request("GET /de/payment HTTP/1.1", "evil.example"));
  await expectScreen(trip, answer, 400, "badRequest");
  expect(answer.body).not.toContain("evil.example");
});
