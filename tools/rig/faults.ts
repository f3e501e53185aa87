import { setTimeout } from "node:timers/promises";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { type EndpointName, endpoints } from "~/upstream/contract/endpoints";
import { type Chance, chanceFor } from "../../sandbox/bare/seeded";
import { FAULT_KINDS, type FaultKind } from "../../sandbox/faults/fault";
import type { Addresses } from "../../tests/journeys/running-site";
import { faultsOf, setFault, takeBackFaults } from "../../tests/journeys/set-fault";
import { sandboxOf } from "./apis/sandbox";
import { goToEnd } from "./check-buyer";
import { judging } from "./judging";
import { PlainBrowser, type Request } from "./plain-browser";
import type { Score, Task } from "./score";
import { PURCHASES, SCREENS, type Screen, type Visit } from "./screens";
import { sideBySide } from "./side-by-side";

/** One call of the payments API that goes wrong in one way. `after`: it had its effect, and only the answer is lost. */
interface FaultCell {
  call: EndpointName;
  kind: FaultKind;
  moment: "before" | "after";
}

const KINDS = FAULT_KINDS.filter((kind) => kind !== "none");
const CALLS = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);
/** Only a call that changes something can fail after its effect. */
const momentsOf = (call: EndpointName): FaultCell["moment"][] =>
  endpoints[call].repeat === "always" ? ["before"] : ["before", "after"];

/** Every call with every fault. */
const EVERY_CELL: readonly FaultCell[] = CALLS.flatMap((call) =>
  momentsOf(call).flatMap((moment) => KINDS.map((kind) => ({ call, kind, moment }))),
);
export const MOST_CELLS = EVERY_CELL.length;

/** Nobody answers these, so the call is not made again for the same page. */
const SILENT: readonly FaultKind[] = ["hang", "trickle"];

const AT_ONCE = 6;
/** A read is repeated once, so a fault has to befall two calls to be seen; a page that met none is loaded again. */
const TIMES = 2;
/** Calls that a page does without share a circuit, whose one trial call may be somebody else's for a while. */
const MOST_LOOKS = 150;
const PAUSE_MS = 700;

/** Some cells of the whole table, in the seed's order. */
export const someCells = (amount: number, seed: number): FaultCell[] =>
  shuffled(EVERY_CELL, chanceFor(seed, "faults")).slice(0, amount);

interface Where {
  addresses: Addresses;
  /** How many cells are tried at once; on a site that others share only one, so that it does not take the API for broken. */
  atOnce?: number;
}

/** Tries cells, several at once. @returns the e-mail addresses of who has paid */
export async function injectFaults(
  score: Score,
  { addresses, atOnce = AT_ONCE }: Where,
  cells: readonly FaultCell[],
  { seed, report }: Omit<Task, "amount">,
): Promise<string[]> {
  const trials = cells.map((cell) => ({ cell, lang: chanceFor(seed, Object.values(cell).join()).pick(LOCALES).code }));
  let visitors = 0;
  let done = 0;
  const served: string[] = [];
  await sideBySide(trials.length, atOnce, async (number) => {
    const trial = trials[number];
    if (trial === undefined) return;
    const arrive = (): Visit => visitOf(score, addresses, trial.lang, visitors++);
    served.push(...(await tryCell(trial.cell, arrive)));
    done += 1;
    report(done, trials.length);
  });
  return served;
}

/** Visits every screen that makes the call, and buys where it is part of a purchase. @returns who has paid */
async function tryCell(cell: FaultCell, arrive: () => Visit): Promise<string[]> {
  const { call } = cell;
  for (const screen of SCREENS[call]) {
    const visit = arrive();
    await lookUnder(cell, visit, screen).catch((error: unknown) => {
      noteFailure(cell, visit, error instanceof Error ? error.message : String(error));
    });
  }
  const served: string[] = [];
  for (const begin of PURCHASES[call]) {
    const visit = arrive();
    const buyer = begin(visit);
    await befall(cell, visit);
    const wrong = await goToEnd(buyer, sandboxOf(visit.addresses));
    visit.score.faults += await lift(cell, visit);
    visit.score.inputs += 1;
    for (const what of wrong) noteFailure(cell, visit, what);
    if (wrong.length === 0) served.push(buyer.email);
  }
  return served;
}

const noteFailure = ({ call, kind, moment }: FaultCell, { score, lang }: Visit, what: string): void =>
  void score.failures.push(`${call}, ${kind} ${moment}, in ${lang}: ${what}`);

/** Loads a screen until the fault has befallen it, and without the fault until it is there again. */
async function lookUnder(cell: FaultCell, visit: Visit, screen: Screen): Promise<void> {
  // From where nobody has to be asked before events are sent.
  const browser = new PlainBrowser({ ...visit.headers, "accept-language": `${visit.lang}-US` });
  const request = await screen(visit, browser);
  await befall(cell, visit);
  let befallen = 0;
  for (let looks = 0; befallen === 0 && looks < MOST_LOOKS; looks += 1) {
    // While the API is known to fail nobody asks it, so the fault waits.
    if (looks > 0) await setTimeout(PAUSE_MS);
    await look(browser, request, visit);
    befallen = await metBy(cell, visit);
  }
  visit.score.faults += await lift(cell, visit);
  if (befallen === 0) throw new Error(`${request.address.pathname} never made the call`);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    if ((await look(browser, request, visit)) < 500) return;
    await setTimeout(PAUSE_MS);
  }
  throw new Error(`${request.address.pathname} did not come back`);
}

const MOST_REDIRECTS = 6;

/** @returns the status of the page that a request comes to */
async function look(browser: PlainBrowser, first: Request, { score, addresses }: Visit): Promise<number> {
  score.inputs += 1;
  let request = first;
  for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
    const answer = await browser.send(request);
    if (answer.kind === "page") {
      judging(score, addresses.site)(answer.page);
      return answer.page.status;
    }
    request = answer.to;
  }
  throw new Error(`there is no end to the redirects at ${first.address.pathname}`);
}

const timesOf = (kind: FaultKind): number => (SILENT.includes(kind) ? 1 : TIMES);

const befall = ({ call, kind, moment }: FaultCell, { addresses, ip }: Visit): Promise<void> =>
  setFault(addresses, { call, kind, moment, times: timesOf(kind), match: ip, retry_after: 1 });

/** How often the fault has befallen a call of this visitor. */
async function metBy({ kind }: FaultCell, { addresses, ip }: Visit): Promise<number> {
  const [left] = await faultsOf(addresses, ip);
  return timesOf(kind) - (left?.times ?? 0);
}

/** Takes away what is left of the fault. @returns how often it befell a call */
async function lift(cell: FaultCell, visit: Visit): Promise<number> {
  const met = await metBy(cell, visit);
  await takeBackFaults(visit.addresses, visit.ip);
  return met;
}

/** A visitor with an address and an app of their own: nobody else's answers are remembered for them. */
function visitOf(score: Score, addresses: Addresses, lang: LocaleCode, number: number): Visit {
  const ip = `10.${1 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  return { score, addresses, ip, lang, app: FIRST_APP + number, headers: { "x-forwarded-for": ip } };
}

const FIRST_APP = 10_000;

function shuffled<T>(all: readonly T[], chance: Chance): T[] {
  return all
    .map((one) => ({ one, at: chance.below(2 ** 32) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
