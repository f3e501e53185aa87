import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DRILLS } from "../../tools/drill/drills";
import { fires, type Scrape } from "../../tools/drill/judge";
import { outcomeOf, stepsOf } from "../../tools/drill/runbook";
import { ROOT } from "../../tools/image/dockerfile";
import { needsTool } from "../../tools/image/installed";

const rules = readFileSync(join(ROOT, "deploy/prometheus/alerts.yml"), "utf8");
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert = ""]) => alert);

it("every alert has a drill, and there is no other", () => {
  expect(Object.keys(DRILLS).toSorted()).toEqual(alerts.toSorted());
});

it.each(alerts)("the runbook has steps to look for the cause of %s", (alert) => {
  expect(stepsOf(alert).length).toBeGreaterThan(0);
});

const REFUSED = 'site_refused_addresses_total{provider="so",host="other"}';
const OPENED = 'site_orders_total{provider="so",state="opened"}';
const scrape = (refused: number, opened: number): Scrape =>
  new Map([
    [
      "copy-1",
      new Map([
        [REFUSED, refused],
        [OPENED, opened],
      ]),
    ],
  ]);

it("an alert fires by its own expression, and not where all is well", needsTool("promtool"), () => {
  const firing = (refused: number) =>
    fires("AddressesRefused", [{ from: scrape(0, 0), to: scrape(refused, 2), minutes: 60 }]);
  expect([firing(2), firing(0)]).toEqual([true, false]);
});

it(
  "a copy that does not answer is down, and one that was started anew counts from there",
  needsTool("promtool"),
  () => {
    const gone: Scrape = new Map([["copy-1", undefined]]);
    expect(fires("CopyDown", [{ from: scrape(0, 0), to: gone, minutes: 10 }])).toBe(true);
    expect(fires("AddressesRefused", [{ from: scrape(7, 9), to: scrape(0, 2), minutes: 60 }])).toBe(false);
  },
);

it("a step shows the log's lines and the panels that it names, with what they say", () => {
  const log = [JSON.stringify({ level: 50, time: 1, msg: "payment address refused", host: "new.test" }), "no JSON"];
  const evidence = { log, first: scrape(0, 0), last: scrape(2, 5) };
  expect(
    outcomeOf('See `payment address refused` and "Refused payment addresses". A `field` is none.', evidence),
  ).toEqual([
    'the log has "payment address refused" 1 times, the first of each kind: {"msg":"payment address refused","host":"new.test"}',
    `"Refused payment addresses" shows ${REFUSED} +2`,
  ]);
  expect(outcomeOf("`upstream call failed` is there", evidence)).toEqual(['the log has no "upstream call failed"']);
});
