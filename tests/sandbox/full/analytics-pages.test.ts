import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { analyticsEventOf } from "../../../tools/contract/analytics-event";
import type { Target } from "../../../tools/contract/client";
import { paid } from "../paid";
import { runningSandbox } from "../running-sandbox";
import { tell } from "../stored-events";

const page = async ({ base }: Target, path: string) => (await fetch(`${base}/control/${path}`)).text();

/** The cells of a CSV whose fields are all plain. */
const cellsOf = async (target: Target, path: string) =>
  (await page(target, path))
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));

const ANNA = randomUUID();
const BEN = randomUUID();

/** Anna looks twice, chooses and pays without scripts; Ben looks once, from a channel; one who has no id looks once. */
async function reportedVisits(): Promise<Target> {
  const target = await runningSandbox();
  const anna = { front_id: ANNA, language: "de" };
  const off = { scripts: "off" };
  const pay = { provider: "so", plan_id: "monthly", amount: 11.99, currency: "USD" };
  await tell(target, [
    analyticsEventOf({ visitor: off, params: { route_name: "home___de" } }, anna),
    analyticsEventOf({ visitor: off, params: { route_name: "payment___de" } }, anna),
    analyticsEventOf({ name: "plan_view", visitor: off }, anna),
    analyticsEventOf({ name: "plan_select", visitor: off }, anna),
    analyticsEventOf({ name: "pay_submit", visitor: off, params: pay }, anna),
    analyticsEventOf({ name: "pay_result", visitor: off, params: { ...pay, order_id: "ord_1" } }, anna),
    analyticsEventOf({ visitor: { scripts: "on", channel: "partner" } }, { front_id: BEN }),
    analyticsEventOf({ name: "plan_view", visitor: { channel: "partner" } }, { front_id: BEN }),
    analyticsEventOf({}),
    analyticsEventOf({ name: "language_switch", params: { from: "en", to: "de" } }, anna),
  ]);
  return target;
}

describe("the page of events", () => {
  it("shows the newest first, and loads itself again until it is stopped", async () => {
    const target = await reportedVisits();
    const live = await fetch(`${target.base}/control/events`);
    expect(live.headers.get("Refresh")).toBe("5");
    const text = await live.text();
    expect(text.indexOf("from en · to de")).toBeLessThan(text.indexOf("home___de"));
    expect(text).toContain('href="/control/events?live=off"');
    const stopped = await fetch(`${target.base}/control/events?live=off`);
    expect(stopped.headers.get("Refresh")).toBeNull();
    expect(await stopped.text()).toContain('<a href="/control/events">go on</a>');
  });

  it("leads to the events of one name and one browser, and stays stopped", async () => {
    const target = await reportedVisits();
    const text = await page(target, `events?live=off&front_id=${ANNA}`);
    expect(text).not.toContain("partner");
    expect(text).toContain(`href="/control/events?name=page_show&amp;front_id=${ANNA}&amp;live=off"`);
    const shown = await page(target, `events?name=page_show&front_id=${ANNA}&live=off`);
    expect(shown).toContain("home___de");
    expect(shown).not.toContain("plan_id");
    expect(shown).toContain(`href="/control/events.csv?name=page_show&amp;front_id=${ANNA}"`);
  });

  it("shows what was told as text, never as markup", async () => {
    const target = await runningSandbox();
    await tell(target, [analyticsEventOf({ visitor: { channel: "<img src=x>" }, params: { href: "<script>" } })]);
    const text = await page(target, "events");
    expect(text).not.toMatch(/<(img|script)/);
    expect(text).toContain("&lt;script&gt;");
  });

  it("is a CSV of all that match, however many there are", async () => {
    const target = await runningSandbox();
    const batch = () => Array.from({ length: 25 }, () => analyticsEventOf());
    for (let told = 0; told < 1025; told += 25) await tell(target, batch());
    await tell(target, [analyticsEventOf({ name: "plan_view" })]);
    const rows = await cellsOf(target, "events.csv?name=page_show");
    expect(new Set(rows.map(([id]) => id)).size).toBe(1025);
  });

  it("refuses what it does not understand", async () => {
    const { base } = await runningSandbox();
    for (const path of ["events?live=maybe", "events.csv?since=-1", "funnel?by=weather", "funnel.csv?by=weather"])
      expect((await fetch(`${base}/control/${path}`)).status).toBe(422);
  });
});

describe("the funnel", () => {
  const steps = async (target: Target, query = "") =>
    (await cellsOf(target, `funnel.csv${query}`)).map(([, value, step, , events, , visitors]) =>
      [value, step, events, visitors].join(" ").trim(),
    );

  it("counts the events of each step, and the browsers beside", async () => {
    const target = await reportedVisits();
    expect(await cellsOf(target, "funnel.csv")).toEqual([
      ["", "", "Views", "page_show", "4", "1", "2", "1"],
      ["", "", "Plans seen", "plan_view", "2", "0.5", "2", "1"],
      ["", "", "Plan chosen", "plan_select", "1", "0.25", "1", "0.5"],
      ["", "", "Pay", "pay_submit", "1", "0.25", "1", "0.5"],
      ["", "", "Done", "pay_result", "1", "0.25", "1", "0.5"],
    ]);
  });

  it.each([
    ["language", ["de Views 2 1", "en Views 2 1"]],
    ["channel", ["(none) Views 3 1", "partner Views 1 1"]],
    ["scripts", ["off Views 2 1", "(none) Views 1 0", "on Views 1 1"]],
  ])("is broken down by %s", async (by, views) => {
    const target = await reportedVisits();
    const all = await steps(target, `?by=${by}`);
    expect(all.filter((step) => step.includes("Views"))).toEqual(views);
  });

  it("knows the provider from the step on in which it is chosen", async () => {
    const target = await reportedVisits();
    expect(await steps(target, "?by=provider")).toEqual(["so Pay 1 1", "so Done 1 1"]);
    expect(await steps(target, "?provider=so")).toEqual(["Pay 1 1", "Done 1 1"]);
    expect(await steps(target, "?provider=pd")).toEqual(["Pay 0 0", "Done 0 0"]);
  });

  it("is of the events with a value, or without one", async () => {
    const target = await reportedVisits();
    expect((await steps(target, "?language=de&scripts=off"))[0]).toBe("Views 2 1");
    expect((await steps(target, "?channel=partner&by="))[0]).toBe("Views 1 1");
    expect((await steps(target, "?channel=(none)&language=en"))[0]).toBe("Views 1 0");
    expect((await steps(target, "?channel=partner&language=de"))[0]).toBe("Views 0 0");
    // Whether scripts ran is not told with every event: Ben's views say it for his plans.
    expect((await steps(target, "?scripts=on")).slice(0, 2)).toEqual(["Views 1 1", "Plans seen 1 1"]);
  });

  it("is drawn with its numbers, described for those who do not see it, and offers what there is to choose", async () => {
    const target = await reportedVisits();
    const text = await page(target, "funnel?by=language");
    expect(text.match(/<svg/g)).toHaveLength(2);
    expect(text).toContain('<title id="chart-0-title">Funnel: Language: de</title>');
    expect(text).toContain("Pay: 1 events (50 %), 1 browsers.");
    expect(text).toMatch(/class="bar" x="0" width="50%"/);
    expect(text).toMatch(/name="channel".*?<option value="\(none\)">.*?<option value="partner">/);
    expect(text).toContain('href="/control/funnel.csv?by=language"');
    expect(text).not.toContain("style=");
  });

  it("counts payments of the time from which other events are kept", async () => {
    const target = await reportedVisits();
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ analytics_kept: 3 });
    await fetch(`${target.base}/control/settings.json`, { method: "POST", headers, body });
    expect(await steps(target)).toEqual(["Views 1 0", "Plans seen 1 1", "Plan chosen 0 0", "Pay 0 0", "Done 0 0"]);
  });
});

describe("the ledger", () => {
  const CLICK = { _cps: { type: "cf", cookie: "-click" }, front_id: ANNA };
  const told = (order_id: string) => analyticsEventOf({ name: "pay_result", params: { order_id, provider: "so" } });

  it("says of each order whether its pay_result came once, never or more often", async () => {
    const target = await runningSandbox();
    const [once, never, more] = [await paid(target, CLICK), await paid(target, CLICK), await paid(target)];
    const first = told(once.orderId);
    await tell(target, [first, first, told(more.orderId), told(more.orderId)]);
    await fetch(`${target.base}/control/orders/${never.orderId}/refund`, { method: "POST" });
    const text = await page(target, "ledger");
    const shown = (orderId: string) => text.split("<tr>").find((row) => row.includes(orderId));
    expect(shown(once.orderId)).toMatch(/11.99 USD.*cf.*-click.*exactly one/);
    expect(shown(never.orderId)).toMatch(/11.99 USD, refunded.*none/);
    expect(shown(more.orderId)).toContain("2, too many");
    expect(text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")).toContain("cf 2 1 1 1 0 none 1 0 0 0 1");
    expect(text).not.toContain("tell of no order");
  });

  it("counts pay_results of orders that were never done", async () => {
    const target = await runningSandbox();
    await tell(target, [told("ord_unknown"), analyticsEventOf({ name: "pay_result" })]);
    expect(await page(target, "ledger")).toContain("2 pay_result events tell of no order");
    const json = await (await fetch(`${target.base}/control/ledger.json`)).json();
    expect(json).toEqual({ conversions: [], stray_pay_results: 2 });
  });

  it("is JSON and CSV, whose cells run nothing in a spreadsheet", async () => {
    const target = await runningSandbox();
    const { orderId } = await paid(target, CLICK);
    await tell(target, [told(orderId)]);
    const json = await (await fetch(`${target.base}/control/ledger.json`)).json();
    expect(json).toMatchObject({
      conversions: [
        { order_id: orderId, amount: 11.99, network: "cf", click: "-click", front_id: ANNA, pay_results: 1 },
      ],
    });
    const [row] = await cellsOf(target, "ledger.csv");
    const paidAs = ["monthly", "so", "11.99", "USD", "US"];
    expect(row).toEqual([orderId, expect.any(String), ...paidAs, "cf", "'-click", ANNA, "", "1"]);
  });
});
