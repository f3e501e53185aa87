import { expect } from "vitest";
import { named, type ReceivedEvent } from "../analytics/received-event";
import { conversionsOf, eventsAt, untilReported } from "./api-events";
import { buyHere } from "./buy";
import type { Journey } from "./journey";
import { expectPaidOnce } from "./ledger";
import type { Visitor } from "./visitor";

const ADVERTISEMENT = "/?utm_source=mail&cfclick=click-of-a-german";

let arrivals = 0;

/** Where every visitor of these journeys is: an address of Germany that no other one of them has. */
async function arriveInGermany({ context, page }: Journey, headers: Record<string, string> = {}): Promise<string> {
  arrivals += 1;
  const address = `198.51.100.${arrivals}`;
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": address, ...headers });
  await page.goto(ADVERTISEMENT);
  return address;
}

const COOKIES_OF_CONSENT = ["cje", "cje-client", "cf-click", "_aid", "campaign", "userId"];
const KEYS_OF_CONSENT = ["userId", "views", "utm"];

/** The cookies and, with scripts, the keys of storage that need consent. */
async function storedIn({ context, page, hasScripts }: Journey): Promise<string[]> {
  const cookies = (await context.cookies()).map(({ name }) => name);
  const keys = hasScripts ? await page.evaluate(() => [localStorage, sessionStorage].flatMap(Object.keys)) : [];
  return [
    ...COOKIES_OF_CONSENT.filter((name) => cookies.includes(name)),
    ...KEYS_OF_CONSENT.filter((key) => keys.includes(key)).map((key) => `${key} in storage`),
  ];
}

const question = ({ page, t }: Visitor) => page.getByRole("region", { name: t("consent:text") });

const press = ({ page, t }: Visitor, answer: "consent:allow" | "consent:decline" | "footer:stopTracking") =>
  page.getByRole("button", { name: t(answer), exact: true }).click();

const openPrivacyChoices = ({ page, t }: Visitor) =>
  page.getByText(t("footer:privacyChoices"), { exact: true }).click();

/** What was told of somebody at an address; purchases are told without one. */
async function reportedFrom({ addresses }: Visitor, address: string, startedAt: number): Promise<ReceivedEvent[]> {
  return (await eventsAt(addresses, { since: String(startedAt) })).filter(({ event }) => event.ip === address);
}

async function buyUnknown({ visitor }: Journey): Promise<void> {
  await visitor.open("/payment/monthly");
  await buyHere(visitor);
  const { id } = await expectPaidOnce(visitor);
  await expectToldUnnamed(visitor, id, "monthly");
}

/** The result of an order is told without a name, and by then all that was told before has arrived, too. */
async function expectToldUnnamed({ addresses }: Visitor, id: string, plan: string): Promise<void> {
  await untilReported(async () => expect(await conversionsOf(addresses, id)).toMatchObject([{ pay_results: 1 }]));
  expect(await conversionsOf(addresses, id)).toMatchObject([{ network: null, click: null, front_id: null }]);
  const results = await eventsAt(addresses, { name: "pay_result" });
  const [result, ...more] = results.filter(({ params }) => params.order_id === id);
  expect(more).toEqual([]);
  expect(result).toMatchObject({ userId: "", event: { front_id: "", ip: "" }, params: { plan_id: plan } });
  expect(result?.params).not.toHaveProperty("affiliate");
}

/** Nothing is kept of somebody at an address who is asked and has not answered, and nothing but their order is told. */
export async function expectUnknown(
  trip: Journey,
  address: string,
  order: { id: string; plan: string },
): Promise<void> {
  await question(trip.visitor).waitFor();
  expect(await storedIn(trip)).toEqual([]);
  await expectToldUnnamed(trip.visitor, order.id, order.plan);
  expect(await reportedFrom(trip.visitor, address, 0)).toEqual([]);
}

/** Asked, then agreeing, then taking it back: what is kept and told in between is all there ever is. */
export async function allowAndStop(trip: Journey): Promise<void> {
  const { visitor, hasScripts } = trip;
  const startedAt = Date.now();
  const address = await arriveInGermany(trip);
  await question(visitor).waitFor();
  expect(await storedIn(trip)).toEqual([]);
  const reportedHere = () => reportedFrom(visitor, address, startedAt);
  expect(await reportedHere()).toEqual([]);

  await press(visitor, "consent:allow");
  await question(visitor).waitFor({ state: "detached" });
  await untilReported(async () => expect(namesOf(await reportedHere())).toEqual(["page_show", "plan_view"]));
  expect(await storedIn(trip)).toEqual([
    ...["cf-click", "campaign", "userId"],
    ...(hasScripts ? ["userId in storage", "utm in storage"] : []),
  ]);
  const [view] = named("page_show", await reportedHere());
  expect(view).toMatchObject({
    properties: { utm_source: "mail", affiliate: "cf" },
    event: { country: "Germany", country_code: "DE" },
  });

  await openPrivacyChoices(visitor);
  await press(visitor, "footer:stopTracking");
  await openPrivacyChoices(visitor);
  await visitor.page.getByRole("button", { name: visitor.t("footer:allowTracking"), exact: true }).waitFor();
  await expectNothingStored(trip);
  await buyUnknown(trip);
  await expectNothingStored(trip);
  expect(namesOf(await reportedHere())).toEqual(["page_show", "plan_view"]);
}

const namesOf = (told: readonly ReceivedEvent[]): string[] => told.map(({ name }) => name).toSorted();

/** Scripts remove what they kept when they run, which may be a moment later than the page is there. */
const expectNothingStored = (trip: Journey): Promise<void> =>
  untilReported(async () => expect(await storedIn(trip)).toEqual([]));

/** Whoever declines buys as everybody else, and only the payment is told. */
export async function decline(trip: Journey): Promise<void> {
  const { visitor } = trip;
  const startedAt = Date.now();
  const address = await arriveInGermany(trip);
  await press(visitor, "consent:decline");
  await question(visitor).waitFor({ state: "detached" });
  await buyUnknown(trip);
  expect(await storedIn(trip)).toEqual([]);
  expect(await reportedFrom(visitor, address, startedAt)).toEqual([]);
}

/** A browser that sends a privacy signal has declined for its visitor: there is nothing to ask. */
export async function sendSignal(trip: Journey): Promise<void> {
  const { visitor, page } = trip;
  const startedAt = Date.now();
  const address = await arriveInGermany(trip, { "Sec-GPC": "1" });
  await visitor.expectHeading(visitor.t("home:title"));
  expect(await question(visitor).count()).toBe(0);
  expect(await page.getByText(visitor.t("footer:privacyChoices"), { exact: true }).count()).toBe(0);
  await buyUnknown(trip);
  expect(await storedIn(trip)).toEqual([]);
  expect(await reportedFrom(visitor, address, startedAt)).toEqual([]);
}
