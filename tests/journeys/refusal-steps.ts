import { expect } from "vitest";
import type { Journey } from "./journey";
import { type Answer, read, show } from "./shown-answer";

type Screen =
  | "notFound"
  | "planNotFound"
  | "orderNotFound"
  | "badRequest"
  | "forbidden"
  | "methodNotAllowed"
  | "tooLarge"
  | "unsupported";

export const IN_GERMAN = { lang: "de", statuses: [400, 403, 404, 405, 413, 415] } as const;

/** A request that no page of the site would make; redirects are followed. */
export const ask = async ({ site }: Journey, path: string, init: RequestInit = {}) =>
  read(await fetch(site.addresses.site + path, init));

/** The answer is a page in the visitor's language that says what is wrong and what to tell support, and leads to the plans. */
export async function expectScreen(
  { visitor, page }: Journey,
  answer: Answer,
  status: number,
  screen: Screen,
): Promise<void> {
  expect(answer.status).toBe(status);
  await show(page, answer);
  await visitor.expectHeading(visitor.t(`errors:${screen}Title`));
  await visitor.expectText(visitor.t("global:reference", { id: answer.headers.get("x-request-id") }));
  await page.getByRole("link", { name: visitor.t("global:continueShopping"), exact: true }).waitFor();
}

/** An unknown plan is not found, and the plans there are are offered, on a phone, too. */
export async function openUnknownPlans(trip: Journey): Promise<void> {
  const { visitor, page } = trip;
  for (const plan of ["no-such-plan", "%3Cscript%3E", "x".repeat(200), "__proto__"]) {
    const answer = await ask(trip, `/de/payment/${plan}`);
    expect(answer.status, plan).toBe(404);
    await show(page, answer);
    await visitor.expectHeading(visitor.t("errors:planNotFoundTitle"));
    const plans = page.getByRole("list", { name: visitor.t("pay-plan:listLabel") });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await plans.getByRole("link").count()).toBe(4);
    }
  }
}

export async function openUnknownPages(trip: Journey): Promise<void> {
  await expectScreen(trip, await ask(trip, "/de/no/such/page"), 404, "notFound");
  await expectScreen(trip, await ask(trip, "/de/404"), 404, "notFound");
}
