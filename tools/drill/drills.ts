import { setTimeout } from "node:timers/promises";
import type { EndpointName } from "~/upstream/contract/endpoints";
import type { FaultKind } from "../../sandbox/faults/fault";
import { buildNext } from "../fleet/second-build";
import { until } from "../fleet/until";
import { ROOT } from "../image/dockerfile";
import { Buyer } from "../rig/buyer";
import { PlainBrowser } from "../rig/plain-browser";
import type { Copy, Place, Wanted } from "./place";

/** A drill that is under way, on a site that stands well. */
export interface Scene extends Place {
  /** Prometheus reads all copies. */
  scrape(): Promise<void>;
}

/** How an alert is made to come: what is broken, on which site, and what people do then. */
export interface Drill {
  /** In a sentence. */
  breaks: string;
  place?: Wanted;
  /** The alert compares with the day before: the first reading of `act` ends one on which it was as before it. */
  isOfDays?: boolean;
  /** The second copy runs, too. */
  hasTwoCopies?: boolean;
  act(scene: Scene): Promise<void>;
  /** What the runbook's steps have to show. */
  cause: RegExp;
}

interface FaultToSet {
  call: EndpointName | "all";
  kind?: FaultKind;
  moment?: "before" | "after";
  latency_min_ms?: number;
}

async function setFault(place: Place, fault: FaultToSet): Promise<void> {
  await control(place, "faults", fault);
}

async function control({ sandbox }: Place, what: "faults" | "settings", content: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${sandbox}/control/${what}.json`, {
    method: "POST",
    headers,
    body: JSON.stringify(content),
  });
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
}

/** Some buyers without scripts. */
const buyersAt = ({ copies: [{ origin: site }] }: Place, buyers: number, outcome = "approve"): Buyer[] =>
  Array.from({ length: buyers }, () => new Buyer({ site, provider: "so", outcome: { outcome }, patienceMs: 100 }));

/** Each goes on for so many requests, or until they see that it worked. */
async function goOn(buyers: readonly Buyer[], requests: number): Promise<void> {
  const all = buyers.map(async (buyer) => {
    for (let made = 0; made < requests && !buyer.isDone; made += 1) {
      await buyer.pause();
      await buyer.take();
    }
  });
  await Promise.all(all);
}

const buy = (place: Place, { buyers = 2, outcome = "approve", requests = 12 } = {}): Promise<void> =>
  goOn(buyersAt(place, buyers, outcome), requests);

let apps = 20_000;

/** Some visitors at once, each with an app of their own, so that nothing is remembered for them. */
async function visit({ copies: [{ origin }] }: Place, visitors: number, path = "/pricing"): Promise<void> {
  const all = Array.from({ length: visitors }, async () => {
    apps += 1;
    return new PlainBrowser().open({ address: new URL(`${path}?sid=${apps}`, origin) });
  });
  await Promise.all(all);
}

const inMetrics = (copy: Copy, series: RegExp, least: number) =>
  until(`the metrics have ${series}`, async () =>
    [...((await copy.metrics()) ?? [])].some(([name, value]) => series.test(name) && value >= least),
  );

const NOT_ALLOWED = { variables: { REDIRECT_HOSTS: "pay.example.com" } };
/** Form, pay, hand-off, status: whoever goes on from there begins again. */
const TO_STATUS = { requests: 4 };
/** Form, pay, hand-off, and there they stay. */
const TO_PROVIDER = { requests: 4 };
const DECLINED = { outcome: "decline", requests: 7 };
/** Time enough for pages that wait for the payments API. */
const PATIENT = { variables: { READ_TIMEOUT_MS: "15000", PURCHASE_WAIT_MS: "15000" } };

async function startAnew(copy: Copy, { scrape }: Scene): Promise<void> {
  await copy.end("SIGKILL");
  await copy.start();
  await scrape();
}

/** By alert: every alert of deploy/prometheus/alerts.yml has one. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  CopyDown: {
    breaks: "One of two copies is killed.",
    hasTwoCopies: true,
    act: ({ copies: [, second] }) => second.end("SIGKILL"),
    cause: /copy-2 does not answer/,
  },
  NoCopyUp: {
    breaks: "The only copy is killed.",
    act: ({ copies: [first] }) => first.end("SIGKILL"),
    cause: /copy-1 does not answer/,
  },
  RestartLoop: {
    breaks: "A copy is killed and started three times.",
    act: async (scene) => {
      for (let times = 0; times < 3; times += 1) await startAnew(scene.copies[0], scene);
    },
    cause: /copy-1 answers; it was started 4 times/,
  },
  TwoBuilds: {
    breaks: "A second copy serves another build (which takes a minute to make).",
    act: async ({ folder, copies: [, second] }) => {
      await second.start({}, `${await buildNext(ROOT, folder)}/host/start/launch.mjs`);
    },
    cause: /site_build_info\{build="\w+"\} 1; site_build_info\{build="\w+"\} 1/,
  },
  ServerErrors: {
    breaks: "The payments API answers with 500, and nothing is cached.",
    act: async (scene) => {
      await setFault(scene, { call: "plans", kind: "status_500" });
      await visit(scene, 5);
    },
    cause: /status="503"/,
  },
  SlowPages: {
    breaks: "Each call of plans takes two seconds.",
    act: async (scene) => {
      await setFault(scene, { call: "plans", latency_min_ms: 2_000 });
      await visit(scene, 6);
    },
    cause: /plan\w*"\} \+\d+, 2\.\d+ s each/,
  },
  SlowPaying: {
    breaks: "Each purchase call takes six seconds.",
    act: async (scene) => {
      await setFault(scene, { call: "soPurchase", latency_min_ms: 6_000 });
      await buy(scene, { buyers: 6, requests: 2 });
    },
    cause: /so\/\w+"\} \+\d+, 6\.\d+ s each/,
  },
  VerySlowPages: {
    breaks: "Each call of plans takes six seconds, and the site is told to wait.",
    place: PATIENT,
    act: async (scene) => {
      await setFault(scene, { call: "plans", latency_min_ms: 6_000 });
      await visit(scene, 24);
    },
    cause: /path":"[^"]*plans?\b|plan\w*"\} \+\d+, [67]\.\d+ s each/,
  },
  BusyAnswers: {
    breaks: "A copy makes one page at a time, and twenty people come.",
    place: { variables: { PAGES_AT_ONCE: "1", BUSY_AFTER_MS: "100" } },
    act: async (scene) => {
      await setFault(scene, { call: "plans", latency_min_ms: 500 });
      await visit(scene, 20);
    },
    cause: /route="pricing"/,
  },
  PurchasesUnavailable: {
    breaks: "The purchase call of one provider answers with 503.",
    act: async (scene) => {
      await setFault(scene, { call: "soPurchase", kind: "status_503" });
      await buy(scene, { requests: 2 });
    },
    cause: /"upstream call failed" \d+ times.*so\/purchase.*503/,
  },
  PurchasesRefused: {
    breaks: "Prices are others than those that the site has been told a moment ago.",
    act: async (scene) => {
      const buyers = buyersAt(scene, 4);
      await goOn(buyers, 1);
      await control(scene, "settings", { price_percent: 150 });
      await goOn(buyers, 1);
    },
    cause: /outcome="priceChanged"[\s\S]*"a purchase call has ended" \d+ times.*"outcome":"priceChanged"/,
  },
  PurchasesUnknown: {
    breaks: "The answers of purchase calls are lost, on an API without idempotency keys.",
    place: { sandbox: { SANDBOX_DRESS: "bare", SANDBOX_SEED: "7" } },
    act: async (scene) => {
      await setFault(scene, { call: "soPurchase", kind: "reset", moment: "after" });
      await buy(scene, { requests: 5 });
    },
    cause: /"nobody knows how a purchase call has ended" 2 times.*"attempt":.*"apiRequestId":/,
  },
  AddressesRefused: {
    breaks: "REDIRECT_HOSTS lacks the provider's host.",
    place: NOT_ALLOWED,
    act: (scene) => buy(scene, TO_STATUS),
    cause: /"payment address refused" \d+ times.*"host":"localhost:\d+"/,
  },
  HandOffsMissing: {
    breaks: "REDIRECT_HOSTS lacks the provider's host.",
    place: NOT_ALLOWED,
    act: (scene) => buy(scene, TO_STATUS),
    cause: /site_refused_addresses_total\{provider="so",host="other"\}/,
  },
  NobodyReturns: {
    breaks: "Buyers stay at the provider's page.",
    act: (scene) => buy(scene, TO_PROVIDER),
    cause: /state="handed_off"\} \+2/,
  },
  NobodyPays: {
    breaks: "The provider declines everybody.",
    act: (scene) => buy(scene, DECLINED),
    cause: /state="declined"/,
  },
  PaySuccessFell: {
    breaks: "The provider declines everybody, and sold on the day before.",
    isOfDays: true,
    act: async (scene) => {
      await buy(scene);
      await scene.scrape();
      await buy(scene, DECLINED);
    },
    cause: /state="declined"/,
  },
  NobodyBuys: {
    breaks: "Forms are sent, and the payments API refuses every purchase.",
    act: async (scene) => {
      await setFault(scene, { call: "soPurchase", kind: "code_403" });
      await buy(scene, { requests: 2 });
    },
    cause: /outcome="unavailable"/,
  },
  PaymentsApiAway: {
    breaks: "The payments API answers everything with 500.",
    act: async (scene) => {
      await setFault(scene, { call: "all", kind: "status_500" });
      await visit(scene, 30);
      await inMetrics(scene.copies[0], /circuit="needed"/, 1);
    },
    cause: /"circuit changed" \d+ times.*Open/,
  },
  OptionalCallsAway: {
    breaks: "The call that tells a visitor's country answers with 500.",
    act: async (scene) => {
      await setFault(scene, { call: "geoInfo", kind: "status_500" });
      await visit(scene, 30);
      await inMetrics(scene.copies[0], /circuit="optional"/, 1);
    },
    cause: /"upstream call failed" \d+ times.*geo_info/,
  },
  UpstreamFailing: {
    breaks: "The prices' answer has other types than the contract.",
    act: async (scene) => {
      await setFault(scene, { call: "prices", kind: "wrong_types" });
      await visit(scene, 4);
    },
    cause: /outcome="malformed"/,
  },
  StandInAnswers: {
    breaks: "The call of prices answers with 500, and nothing is cached.",
    act: async (scene) => {
      await setFault(scene, { call: "prices", kind: "status_500" });
      await visit(scene, 4);
    },
    cause: /cache="prices",outcome="failed"/,
  },
  EventsDropped: {
    breaks: "The payments API refuses analytics events with 403.",
    act: async (scene) => {
      await setFault(scene, { call: "analyticsEvents", kind: "code_403" });
      await visit(scene, 6);
      await inMetrics(scene.copies[0], /site_events_total\{outcome="refused"/, 4);
    },
    cause: /"upstream call failed" \d+ times.*event/,
  },
  SharedStoreAway: {
    breaks: "Nothing listens where REDIS_URL says.",
    place: { variables: { REDIS_URL: "redis://127.0.0.1:9" } },
    act: (scene) => visit(scene, 1),
    cause: /"the shared store is away.*ECONNREFUSED/,
  },
  EventLoopLate: {
    breaks: "The machine's other tenants take its processor for seconds: the process is held.",
    act: async ({ copies: [{ pid }], scrape }) => {
      if (pid === undefined) throw new Error("there is no process to hold");
      await scrape();
      process.kill(pid, "SIGSTOP");
      await setTimeout(2_000);
      process.kill(pid, "SIGCONT");
    },
    cause: /"Processor" shows process_cpu/,
  },
  MemoryNearLimit: {
    breaks: "A copy is given little more heap than it uses.",
    act: async ({ copies: [copy] }) => {
      const used = (await copy.metrics())?.get('process_memory_bytes{kind="heapUsed"}') ?? 0;
      await copy.end("SIGKILL");
      const megabytes = Math.ceil(used / 2 ** 20);
      await copy.start({ NODE_OPTIONS: `--max-old-space-size=${megabytes} --max-semi-space-size=1` });
    },
    cause: /"Heap, of its limit" shows process_/,
  },
};
