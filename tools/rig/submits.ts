import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { chanceFor } from "../../sandbox/bare/seeded";
import type { Attacked, KnownOrder, Press, Target } from "./apis/api";
import { judging } from "./judging";
import { atProvider, goOnFrom, payForm } from "./next-request";
import { type Answer, type Page, PlainBrowser, type Request } from "./plain-browser";
import type { Score, Task } from "./score";
import { stepOf } from "./steps";

/** How often each order is sent at once. */
const MANY = 50;
/** Orders side by side: three times fifty pages at once are more than the site lets wait, and it turns some away. */
const AT_ONCE = 2;
const MOST_PAGES = 12;

/** How long a paid order may take until all of it is granted. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

interface Sender extends Pick<Target, "site" | "api"> {
  browser: PlainBrowser;
  email: string;
  provider: ProviderCode;
  pays: Press;
  onPage: (page: Page) => void;
}

/**
 * Orders that are each sent fifty times at once, some by one form and some by fifty forms of one browser, and paid fifty times at
 * once: each is one order with one charge. @returns the e-mail addresses of who has paid
 */
export async function submitMany(
  score: Score,
  { site, api }: Pick<Target, "site" | "api">,
  { amount, seed, report }: Task,
): Promise<string[]> {
  const chance = chanceFor(seed, "submits");
  const served: string[] = [];
  for (let done = 0; done < amount; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, amount - done);
    const group = Array.from({ length: size }, async (_, at) => {
      // The first two are one of each kind, so that the smallest run has both.
      const isOneForm = done + at < 2 ? at === 0 : chance.oneIn(2);
      const sender: Sender = {
        browser: new PlainBrowser({ "x-forwarded-for": addressOf(done + at) }),
        email: `rig-${randomUUID()}@example.com`,
        site,
        api,
        provider: submitted(api.providers, done + at),
        pays: api.pays,
        onPage: judging(score, site),
      };
      try {
        await orderOnce(sender, isOneForm);
        served.push(sender.email);
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error);
        score.failures.push(`${isOneForm ? "one form" : "fifty forms"}: ${what}`);
      }
      score.inputs += MANY;
    });
    await Promise.all(group);
    report(done + size, amount);
  }
  return served;
}

/** The same as a part of the rig, on a site of its own. */
export const submitsAt =
  (start: () => Promise<Attacked>) =>
  async (score: Score, task: Task): Promise<void> => {
    const target = await start();
    try {
      await target.countBooks(score, await submitMany(score, target, task));
    } finally {
      await target.stop();
    }
  };

/** Nobody enters by a form of their own, and nobody has to read first. */
const submitted = (providers: readonly ProviderCode[], number: number): ProviderCode => {
  const plain = providers.filter((code) => code === "so" || code === "ps");
  return plain[number % plain.length] ?? "so";
};

const addressOf = (number: number): string => `10.200.${number >> 8}.${number & 255}`;

async function orderOnce(sender: Sender, isOneForm: boolean): Promise<void> {
  // The first visit gives the browser its cookie; fifty first visits at once would be fifty browsers.
  const first = await filledForm(sender);
  const others = isOneForm
    ? Array<Request>(MANY - 1).fill(first)
    : await Promise.all(Array.from({ length: MANY - 1 }, () => filledForm(sender)));
  const answers = await Promise.all([first, ...others].map((form) => sender.browser.send(form)));
  const payment = onlyOne(
    "payment pages",
    await Promise.all(waysOn(answers, sender).map((way) => paymentPageAfter(sender, way))),
  );
  expectOne("attempts", (await onlyOrder(sender)).attempts);
  await Promise.all(Array.from({ length: MANY }, () => sender.browser.send(atProvider(payment, sender.pays))));
  const { state, charges, grants } = await grantedOrder(sender);
  expectOne("charges", charges);
  expectOne("grants", grants);
  if (state !== "done" || charges[0]?.state !== "kept") throw new Error(`the order is ${state}`);
}

/** A pay form, filled in and not yet sent. */
async function filledForm(sender: Sender): Promise<Request> {
  const { browser, site } = sender;
  const answer = await browser.send({ address: new URL("/payment/monthly", site) });
  if (answer.kind === "redirect") throw new Error(`the form is at ${answer.to.address}`);
  return filled(sender, answer.page);
}

function filled({ onPage, email, provider }: Sender, page: Page): Request {
  onPage(page);
  return payForm(page, { email, provider });
}

/** Where the answers lead: the same address is gone to once, and every form that came back is sent again. */
function waysOn(answers: readonly Answer[], sender: Sender): Request[] {
  const targets = new Map(
    answers.flatMap(({ ...one }) => (one.kind === "redirect" ? [[one.to.address.href, one.to]] : [])),
  );
  const forms = answers.flatMap((one) => (one.kind === "page" ? [filled(sender, one.page)] : []));
  return [...targets.values(), ...forms];
}

/** Goes on from a sent form until the buyer is at the provider. A form that comes back is sent again. */
async function paymentPageAfter(sender: Sender, first: Request): Promise<Page> {
  let request = first;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const answer = await sender.browser.send(request);
    if (answer.kind === "redirect") request = answer.to;
    else if (stepOf({ address: answer.page.address }) === "payment page") return answer.page;
    else request = nextOn(sender, answer.page);
  }
  throw new Error(`there is no end to it at ${request.address}`);
}

function nextOn(sender: Sender, page: Page): Request {
  if (page.content.querySelector("form.pay") !== null) return filled(sender, page);
  sender.onPage(page);
  return goOnFrom(page).request;
}

async function onlyOrder({ api, email }: Sender): Promise<KnownOrder> {
  return expectOne("orders", await api.ordersOf(email));
}

/** As soon as something was granted: its provider may tell a little later. */
async function grantedOrder(sender: Sender): Promise<KnownOrder> {
  const end = performance.now() + PATIENCE_MS;
  let order = await onlyOrder(sender);
  while (order.grants.length === 0 && performance.now() < end) {
    await setTimeout(LOOK_EVERY_MS);
    order = await onlyOrder(sender);
  }
  return order;
}

function onlyOne(what: string, pages: readonly Page[]): Page {
  const different = new Map(pages.map((page) => [page.address.href, page]));
  return expectOne(what, [...different.values()]);
}

function expectOne<T>(what: string, found: readonly T[]): T {
  const [only] = found;
  if (only === undefined || found.length !== 1) throw new Error(`${found.length} ${what} in place of one`);
  return only;
}
