import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import type { EndpointName } from "~/upstream/contract/endpoints";
import { type Addresses, startSite } from "../../tests/journeys/running-site";
import { setFault } from "../../tests/journeys/set-fault";
import { ORDINARY_WAITS } from "../../tests/journeys/started-child";
import { readLedger } from "../../tests/sandbox/ledger";
import { countBooks } from "./books";
import { atProvider, goOnFrom, payForm } from "./next-request";
import { type Page, PlainBrowser, type Request } from "./plain-browser";
import { READING_MS } from "./reading-time";
import type { Score, Task } from "./score";
import { stepOf } from "./steps";

const PURCHASE_CALL: Readonly<Record<ProviderCode, EndpointName>> = {
  pd: "pdPrepurchase",
  ps: "psPurchase",
  rz: "rzPurchase",
  rb: "rbCreateSubscription",
  so: "soPurchase",
};

/** What happens to the answer of a purchase call that has taken effect. "doubled": nothing, but the form is sent three times. */
const MISHAPS = [
  "doubled",
  "reset",
  "reset_mid_body",
  "status_500",
  "status_502",
  "status_503",
  "empty",
  "html",
  "truncated",
  "slow",
] as const;
type Mishap = (typeof MISHAPS)[number];

/** What became of one purchase on an API that knows no idempotency keys. */
interface UnluckyRun {
  provider: ProviderCode;
  mishap: Mishap;
  orders: number;
  charges: number;
  /** Empty where nobody was offered a second payment and nothing was ordered or charged twice. */
  faults: string[];
}

const AT_ONCE = 5;
/** Longer than a buyer waits. */
const SLOW_MS = 9_500;
const MOST_PAGES = 12;

/** Purchases on the bare sandbox, several at once, each with a mishap; the seed also decides on the sandbox's dress. */
export async function loseAnswers(score: Score, { amount, seed, report }: Task): Promise<void> {
  const site = await startSite({ ...ORDINARY_WAITS, SANDBOX_DRESS: "bare", SANDBOX_SEED: String(seed) });
  const runs: UnluckyRun[] = [];
  try {
    while (runs.length < amount) {
      const size = Math.min(AT_ONCE, amount - runs.length);
      const first = runs.length;
      const group = Array.from({ length: size }, (_, at) => buyUnlucky(site.addresses, first + at));
      runs.push(...(await Promise.all(group)));
      report(runs.length, amount);
    }
    countBooks(score, site.dataDir, []);
  } finally {
    await site.stop();
  }
  score.inputs += runs.length;
  score.faults += runs.filter(({ mishap }) => mishap !== "doubled").length;
  score.details.push(...MISHAPS.map((mishap) => lineOf(mishap, runs)));
  score.untried.push(...MISHAPS.filter((mishap) => !runs.some((run) => run.mishap === mishap)));
  score.failures.push(
    ...runs.flatMap(({ provider, mishap, faults }) => faults.map((fault) => `${provider}, ${mishap}: ${fault}`)),
  );
}

function lineOf(mishap: Mishap, runs: readonly UnluckyRun[]): string {
  const of = runs.filter((run) => run.mishap === mishap);
  const orders = of.reduce((sum, run) => sum + run.orders, 0);
  const charges = of.reduce((sum, run) => sum + run.charges, 0);
  return `  ${mishap.padEnd(16)}${of.length} purchases, ${orders} orders, ${charges} charges`;
}

async function buyUnlucky(addresses: Addresses, number: number): Promise<UnluckyRun> {
  const provider = PROVIDERS[number % PROVIDERS.length] ?? "so";
  const mishap = MISHAPS[(number + Math.floor(number / MISHAPS.length)) % MISHAPS.length] ?? "reset";
  const email = `rig-${randomUUID()}@example.com`;
  const faults: string[] = [];
  try {
    faults.push(...(await goThrough({ addresses, provider, mishap, email })));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  const orders = await readLedger(addresses.sandbox, email);
  const charges = orders.flatMap((order) => order.charges).length;
  if (orders.length > 1) faults.push(`${orders.length} orders were opened`);
  if (charges > 1) faults.push(`${charges} charges were made`);
  return { provider, mishap, orders: orders.length, charges, faults };
}

interface Purchase {
  addresses: Addresses;
  provider: ProviderCode;
  mishap: Mishap;
  email: string;
}

/** Fills in the form, sends it, and does what a patient buyer does then; once more with the form from the browser's history. */
async function goThrough({ addresses, provider, mishap, email }: Purchase): Promise<string[]> {
  const browser = new PlainBrowser();
  const form = await browser.open({ address: new URL("/payment/monthly", addresses.site) });
  const filled = payForm(form, { email, provider });
  if (provider === "rb") await setTimeout(READING_MS);
  await befall(addresses, provider, mishap, email);
  const clicks = Array.from({ length: mishap === "doubled" ? 3 : 1 }, () => browser.open(filled));
  const [answer] = await Promise.all(clicks);
  if (answer === undefined) throw new Error("nothing was sent");
  const { page, sent } = await untilTaken(browser, answer, { addresses, provider, email, filled });
  const first = await goOn(browser, page);
  return [...first, ...(await goOn(browser, await browser.open(sent)))];
}

/** While the API is known to fail, forms come back at once: nothing was sent, so they are sent again a little later. */
async function untilTaken(browser: PlainBrowser, answer: Page, { addresses, provider, email, filled }: Turned) {
  let [page, sent] = [answer, filled];
  for (let tries = 0; page.status === 422 && tries < MOST_TRIES; tries += 1) {
    if ((await readLedger(addresses.sandbox, email)).length > 0) throw new Error("a form came back that was ordered");
    await setTimeout(CIRCUIT_MS);
    sent = payForm(page, { email, provider });
    page = await browser.open(sent);
  }
  return { page, sent };
}

interface Turned extends Pick<Purchase, "addresses" | "provider" | "email"> {
  filled: Request;
}

const MOST_TRIES = 12;
/** After which a circuit that is open lets a call through. */
const CIRCUIT_MS = 5_200;

async function befall(addresses: Addresses, provider: ProviderCode, mishap: Mishap, match: string): Promise<void> {
  if (mishap === "doubled") return;
  const fault = { call: PURCHASE_CALL[provider], match, times: 1 };
  if (mishap === "slow") await setFault(addresses, { ...fault, latency_min_ms: SLOW_MS });
  else await setFault(addresses, { ...fault, kind: mishap, moment: "after" });
}

/** From page to page until the order is paid or there is only waiting left. @returns what should not have been offered */
async function goOn(browser: PlainBrowser, first: Page): Promise<string[]> {
  const faults: string[] = [];
  let page = first;
  let looks = 0;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    if (page.status >= 500) faults.push(`${page.address.pathname} answered ${page.status}`);
    if (offersAnotherPayment(page))
      faults.push(`a second payment was offered: ${page.content.querySelector("h1")?.textContent}`);
    const step = stepOf({ address: page.address });
    if (step === "success") return faults;
    if (step === "status") {
      looks += 1;
      if (looks > 2) return faults;
      await setTimeout(looks * 500);
    }
    page = await browser.open(nextFrom(page, step));
  }
  return faults;
}

function nextFrom(page: Page, step: ReturnType<typeof stepOf>): Request {
  if (step === "payment page") return atProvider(page, { outcome: "approve" });
  if (step === "status") return { address: page.address };
  return goOnFrom(page).request;
}

/** A form that pays, or a link back to one with an order in it. */
const offersAnotherPayment = ({ content }: Page): boolean =>
  content.querySelector('form.pay, main a[href*="/payment"][href*="o="]') !== null;
