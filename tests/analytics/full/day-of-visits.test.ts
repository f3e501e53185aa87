import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetStores } from "~/store/store.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { CUTS, type Funnel, funnels } from "../../../sandbox/analytics/funnel";
import { ledgerLines, ledgerSums, strayPayResults } from "../../../sandbox/analytics/ledger";
import { countByName } from "../../../sandbox/analytics/read-events";
import { makeGeo } from "../../mocks/builders";
import { forgetUpstream } from "../../mocks/forget-upstream";
import { responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { Books } from "../day/books";
import { chanceOf } from "../day/chance";
import { stopTime } from "../day/clock";
import { openPaymentsApi, type PaymentsApi } from "../day/payments-api";
import { GERMAN, type Later, planVisit } from "../day/visit";

/** A day has 100,000 visits; the runs have some hours, or minutes, of one. The whole takes a quarter of an hour: see docs/developing.md. */
const VISITS = Number(process.env.DAY_VISITS ?? 4_000);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY_MS = (VISITS / 100_000) * 24 * 60 * MINUTE;
/** By then the last order was watched to its end, and refunded. */
const AFTERWARDS_MS = 130 * MINUTE;
const START = Date.UTC(2027, 0, 15);
const SEED = 1;
/** Some milliseconds for each visit, many times over. */
const PATIENCE_MS = 60 * MINUTE;

beforeEach(() => {
  forgetUpstream();
  upstream.use(
    responding(endpoints.geoInfo, ({ headers }) => {
      const isGerman = headers.get("x-forwarded-for")?.startsWith(GERMAN);
      return Response.json(makeGeo(isGerman ? { country: "Germany", country_code: "DE" } : {}));
    }),
  );
});
afterEach(() => {
  forgetUpstream();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets a day go by, second by second; what happens within one is over before the next begins. */
async function live(books: Books, api: PaymentsApi): Promise<void> {
  const passSecond = stopTime(START);
  const chance = chanceOf(SEED);
  const deeds = new Map<number, (() => Promise<void>)[]>();
  const second = (at: number) => Math.floor((at - START) / SECOND);
  const later: Later = (ms, deed) => {
    const at = second(Date.now() + ms);
    deeds.set(at, [...(deeds.get(at) ?? []), deed]);
  };
  const world = { books, countedViews: [] };
  for (let visit = 0; visit < VISITS; visit += 1) {
    const at = Math.floor(chance.next() * DAY_MS);
    later(at, async () => planVisit(SEED * 1_000_003 + visit, world, api, later));
  }
  const noon = START + Math.floor(DAY_MS / 2 / SECOND) * SECOND;
  while (Date.now() < START + DAY_MS + AFTERWARDS_MS) {
    const now = second(Date.now());
    for (let due = deeds.get(now); due !== undefined; due = deeds.get(now)) {
      deeds.delete(now);
      for (const deed of due) await deed();
    }
    if (now % 300 === 0) api.goAway(10 * SECOND);
    if (now % 60 === 0) await api.tend();
    if (Date.now() === noon) {
      // As after a restart: the site no longer knows what it has told.
      forgetStores();
      api.forgetBatches();
    }
    passSecond();
    do await setImmediate();
    while (api.isBusy());
  }
}

/** The funnels as the books have them. */
const asBooked = (told: readonly Funnel[]) =>
  Object.fromEntries(
    told.map(({ value, steps }) => [
      value,
      Object.fromEntries(steps.map(({ event, events, visitors }) => [event, [events, visitors]])),
    ]),
  );

/**
 * Real: the cookie rules, consent, the route /events, the recording, numbering and forwarding of events, the purchase call and
 * the watch over orders, and of the sandbox all that opens, pays and books orders and keeps events, with SQLite. Simulated: the
 * visitors and their browsers, the clock, HTTP between site and sandbox, and the pages themselves, which are not rendered: what
 * their loaders record is recorded here.
 */
it(
  `in a day of visits (${VISITS}) views, purchases and commissions add up exactly`,
  async () => {
    const api = await openPaymentsApi(chanceOf(SEED));
    const books = new Books();
    await live(books, api);
    const { db } = api;

    const names = await countByName(db, {});
    expect(Object.fromEntries(names.map(({ name, count }) => [name, count]))).toEqual(books.byName());
    expect(asBooked(await funnels(db, { only: {} }))).toEqual(books.funnels());
    for (const by of CUTS) expect(asBooked(await funnels(db, { by, only: {} })), by).toEqual(books.funnels(by));

    const rows = await db.selectFrom("analytics_events").select("front_id").distinct().execute();
    const known = rows.flatMap(({ front_id }) => front_id ?? []).toSorted();
    expect(known).toEqual(books.frontIds());

    const sums = await ledgerSums(db);
    expect(Object.fromEntries(sums.map(({ network, ...sum }) => [network ?? "", sum]))).toEqual(books.networks());
    expect(await strayPayResults(db)).toBe(0);
    const lines = await ledgerLines(db);
    const sales = lines.map(({ order_id, network, click, front_id }) => [
      order_id,
      { network, click, frontId: front_id },
    ]);
    expect(Object.fromEntries(sales)).toEqual(Object.fromEntries(books.sales));

    expect(api.reportedTwice()).toEqual([]);
  },
  PATIENCE_MS,
);
