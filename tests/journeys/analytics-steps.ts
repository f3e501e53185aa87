import { expect } from "vitest";
import { version } from "../../package.json";
import type { ReceivedEvent } from "../analytics/received-event";
import { conversionsOf, eventsAt, untilReported } from "./api-events";
import { applyCoupon } from "./coupon-steps";
import { formHydrated } from "./hydrated";
import type { Journey } from "./journey";
import { inGerman } from "./language-steps";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { expectDeclined } from "./provider-steps";
import { sendReceipt, someMailbox } from "./receipt-steps";
import { pathOf, redirectsBefore } from "./redirects";
import type { Visitor } from "./visitor";

/** A phone in the United States, where nobody has to agree, whose owner reads German. */
export const GERMAN_IN_AMERICA = {
  browserLanguage: "de-US",
  userAgent:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
} as const;
const AMERICAN = "203.0.113.1";

const CLICK = "click-of-the-journey";
const CAMPAIGN = "utm_source=mail&utm_medium=cpc&utm_campaign=autumn&channel=blog";
const ADVERTISEMENT = `/?${CAMPAIGN}&cjevent=${CLICK}`;

/** What is known of the visitor: CJ's click decides the channel. */
const PROPERTIES = { utm_source: "mail", utm_medium: "cpc", utm_campaign: "autumn", channel: "cj", affiliate: "cj" };

const SHANGHAI_MS = 8 * 3_600_000;

const textParams = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, string_value]) => ({ key, value: { string_value } }));

const eventId = { key: "event_id", value: { string_value: expect.any(String) } };

/** The fields of an event that this visitor's events share; when it happened is compared with the event itself. */
function commonFields({ event }: ReceivedEvent, frontId: string) {
  const shanghai = new Date(Math.floor(event.event_timestamp / 1_000) + SHANGHAI_MS).toISOString();
  return {
    event_datetime: shanghai.slice(0, 19).replace("T", " "),
    event_timestamp: event.event_timestamp,
    front_id: frontId,
    language: "de",
    device: { os_name: "Android", os_version: "14", isIos: false, isAndroid: true },
    country: "United States",
    country_code: "US",
    app_name: "Vela VPN",
    access_type: "checkout",
    ip: AMERICAN,
    app_type: 502,
    app_info: { id: "502", version },
  };
}

/** The first event of a name, whose moment is within the journey. */
function firstOf(name: string, told: readonly ReceivedEvent[], startedAt: number): ReceivedEvent {
  const found = told.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No ${name} was told`);
  expect(found.event.event_timestamp).toBeGreaterThan(startedAt * 1_000);
  expect(found.event.event_timestamp).toBeLessThanOrEqual(Date.now() * 1_000);
  return found;
}

const browserIdOf = async ({ context }: Journey): Promise<string> =>
  (await context.cookies()).find(({ name }) => name === "userId")?.value ?? "";

/** From an advertisement by a declined payment to a paid one, and to its receipt; all of it is told. */
export async function buyFromAdvertisement(trip: Journey): Promise<void> {
  const { context, page } = trip;
  const startedAt = Date.now();
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": AMERICAN });
  expect(redirectsBefore(await page.goto(ADVERTISEMENT))).toBe(1);
  expect(pathOf(page.url())).toBe("/de");
  const visitor = inGerman(trip.visitor);
  await visitor.expectHeading(visitor.t("home:title"));
  const frontId = await expectLanding(trip, startedAt);

  await visitor.choosePlan("yearly");
  await visitor.enterEmail();
  await applyCoupon(visitor, "WELCOME20");
  await page.getByRole("button", { name: visitor.t("payment:couponRemove") }).waitFor();
  await payReported(trip, visitor);
  await visitor.onHostedPage("decline", { bucket: "funds_or_limit" });
  await expectDeclined(visitor, "funds_or_limit");
  await untilViewed(trip, frontId, "/paystatus", 1);
  await visitor.payAgain();
  await payReported(trip, visitor);
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["declined", "succeeded"]);
  await untilViewed(trip, frontId, "/paysuc", 1);
  await page.reload();
  await expectSuccess(visitor, ["declined", "succeeded"]);
  await untilViewed(trip, frontId, "/paysuc", 2);
  const { id } = await expectPaidOnce(visitor, ["declined", "succeeded"]);
  await visitor.follow(visitor.t("paysuc:receipts"));
  await untilViewed(trip, frontId, "/receipts", 1);
  const mailbox = someMailbox();
  await sendReceipt(visitor, mailbox);
  await visitor.expectText(visitor.t("receipts:sentTo", { email: mailbox }));

  await untilReported(async () =>
    expect(kindsOf(await eventsAt(visitor.addresses, { front_id: frontId }))).toEqual(ALL),
  );
  const told = await eventsAt(visitor.addresses, { front_id: frontId });
  for (const { userId, properties } of told) {
    expect(userId).toBe(frontId);
    expect(properties).toMatchObject({ channel: "cj", affiliate: "cj" });
  }
  expectPayment(trip, told, { startedAt, frontId, orderId: id });
  expect(await conversionsOf(visitor.addresses, id)).toMatchObject([
    { network: "cj", click: CLICK, front_id: frontId, pay_results: 1 },
  ]);
}

/** What is told of a form that is sent says whether its scripts had begun. */
async function payReported({ page, hasScripts }: Journey, visitor: Visitor): Promise<void> {
  if (hasScripts) await formHydrated(page);
  await visitor.pay();
}

/** Waits until a page's view has been told so often: who leaves before its script has come is not told of. */
const untilViewed = ({ visitor: { addresses } }: Journey, frontId: string, path: string, times: number) =>
  untilReported(async () => {
    const kinds = kindsOf(await eventsAt(addresses, { front_id: frontId }));
    expect(kinds.filter((kind) => kind === viewAt(path))).toHaveLength(times);
  });

const kindsOf = (told: readonly ReceivedEvent[]): string[] =>
  told.map(({ name, params }) => [name, params.path ?? params.where ?? ""].join(" ").trim()).toSorted();

/** By name; a view also by its path. The receipts page is shown again when a receipt was sent. */
const ALL = [
  ...["home", "checkout", "checkout again"].map(() => "plan_view"),
  ...["checkout", "checkout again"].flatMap(() => ["plan_select", "pay_submit", "pay_handoff", "pay_return"]),
  ...["coupon_apply", "error_show paystatus", "pay_result", "receipt_send"],
  ...["", "/payment/yearly", "/redirect", "/paystatus", "/payment/yearly", "/redirect", "/paysuc"].map(viewAt),
  ...["/paysuc", "/receipts", "/receipts"].map(viewAt),
].toSorted();

function viewAt(path: string): string {
  return `page_show /de${path}`;
}

/** The browser's id, and what the landing page told, before it is left: what Chromium sends of a page that is gone names neither device nor address. */
async function expectLanding(trip: Journey, startedAt: number): Promise<string> {
  const { addresses } = trip.visitor;
  const frontId = await browserIdOf(trip);
  const eventsOfLanding = () => eventsAt(addresses, { front_id: frontId });
  await untilReported(async () => expect(kindsOf(await eventsOfLanding())).toEqual(["page_show /de", "plan_view"]));
  if (trip.hasScripts) expect(await trip.page.evaluate(() => localStorage.getItem("userId"))).toBe(frontId);
  const told = await eventsOfLanding();
  const view = firstOf("page_show", told, startedAt);
  const href = `${addresses.site}/de?${CAMPAIGN}`;
  expect(view.event).toEqual({
    ...commonFields(view, frontId),
    event_name: "page_show",
    event_params: [...textParams({ path: "/de", href, route_name: "home___de" }), eventId],
    user_properties: textParams({ ...PROPERTIES, scripts: trip.hasScripts ? "on" : "off" }),
  });
  const plans = firstOf("plan_view", told, startedAt);
  expect(plans.event).toEqual({
    ...commonFields(plans, frontId),
    event_name: "plan_view",
    event_params: [
      { key: "plans", value: { int_value: 4 } },
      ...textParams({ price_country: "US", currency: "USD" }),
      eventId,
    ],
    user_properties: textParams(PROPERTIES),
  });
  return frontId;
}

function expectPayment(
  { hasScripts }: Journey,
  told: readonly ReceivedEvent[],
  { startedAt, frontId, orderId }: { startedAt: number; frontId: string; orderId: string },
): void {
  const scripts = hasScripts ? "on" : "off";
  const [amount, currency] = [{ key: "amount", value: { double_value: 38.3 } }, ...textParams({ currency: "USD" })];
  const submit = firstOf("pay_submit", told, startedAt);
  expect(submit.event).toEqual({
    ...commonFields(submit, frontId),
    event_name: "pay_submit",
    event_params: [...textParams({ plan_id: "yearly", provider: "so" }), amount, currency, eventId],
    user_properties: textParams({ ...PROPERTIES, scripts }),
  });
  const result = firstOf("pay_result", told, startedAt);
  expect(result.event).toEqual({
    ...commonFields(result, frontId),
    event_name: "pay_result",
    event_params: [
      ...textParams({ order_id: orderId, provider: "so", plan_id: "yearly" }),
      amount,
      currency,
      ...textParams({ affiliate: "cj" }),
      eventId,
    ],
    user_properties: textParams({ ...PROPERTIES, scripts }),
    device: { os_name: "", os_version: "", isIos: false, isAndroid: false },
    ip: "",
  });
  for (const name of ["pay_handoff", "pay_return"]) {
    const step = firstOf(name, told, startedAt);
    expect(step.event).toEqual({
      ...commonFields(step, frontId),
      event_name: name,
      event_params: [...textParams({ plan_id: "yearly", provider: "so" }), eventId],
      user_properties: textParams({ ...PROPERTIES, scripts }),
    });
  }
  const tried = firstOf("coupon_apply", told, startedAt);
  expect(tried.event).toMatchObject({ event_params: [...textParams({ outcome: "applied" }), eventId] });
  const [error, sent] = [firstOf("error_show", told, startedAt), firstOf("receipt_send", told, startedAt)];
  expect(error.params).toMatchObject({ where: "paystatus", reason: "funds_or_limit" });
  expect(sent.event.event_params).toEqual([eventId]);
}

/** Pays and closes the tab before anything leads back: the site finds out by itself, and tells it once. */
export async function payAndCloseTab({ visitor, page }: Journey): Promise<void> {
  const { addresses } = visitor;
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve_and_stay");
  await page.waitForLoadState();
  await page.close();
  const { id } = await expectPaidOnce(visitor);
  await untilReported(async () => expect(await conversionsOf(addresses, id)).toMatchObject([{ pay_results: 1 }]));
  const results = await eventsAt(addresses, { name: "pay_result" });
  expect(results.filter(({ params }) => params.order_id === id)).toMatchObject([
    { params: { provider: "so", plan_id: "monthly", amount: 11.99, currency: "USD" } },
  ]);
}
