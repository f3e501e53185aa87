import { randomUUID } from "node:crypto";
import { z } from "zod";
import { atProvider, goOnFrom, payForm } from "../../rig/next-request";
import { type Answer, type Page, PlainBrowser, type Request } from "../../rig/plain-browser";
import type { Fleet } from "../fleet";
import { newVisitor } from "../load/visitor-address";
import { noteFailed } from "../score";
import { until } from "../until";
import type { Stage } from "./part";

export const MANY = 50;
const MOST_PAGES = 10;

/** The same form is sent fifty times at once, to all copies: one order, whatever the payments API can and whatever browsers keep. */
export async function sameForm(stage: Stage): Promise<void> {
  const { fleet, amount, score, report } = stage;
  const { shops } = fleet;
  for (const [index, shop] of shops.entries()) {
    await fleet.moveTo(shop);
    for (let done = 0; done < amount; done += 1) {
      for (const hasCookies of [true, false]) await sendAtOnce(stage, hasCookies);
      report(index * amount + done + 1, shops.length * amount);
    }
    score.details.push(`  ${shop.name}: ${2 * amount} forms sent ${MANY} times at once, half of them without cookies`);
  }
  await fleet.moveTo(shops[0]);
}

/** One form fifty times; whoever is led to a payment page pays there. */
export async function sendAtOnce({ fleet, score, book }: Stage, hasCookies: boolean): Promise<void> {
  const email = `fleet-${randomUUID()}@example.com`;
  const kind = `${fleet.shop.name}, ${hasCookies ? "with" : "without"} cookies`;
  book.of(email).isGoneOncePaid = true;
  try {
    const answers = await answersTo(fleet, email, hasCookies);
    score.inputs += MANY;
    for (const { answer } of answers)
      if (answer.kind === "page" && answer.page.status >= 400)
        noteFailed(score, `${kind}: a form was answered ${answer.page.status}, ${toldBy(answer.page)}`);
    await payOnce(answers, fleet);
    await expectOneOrder(fleet, email);
  } catch (error) {
    score.failures.push(`${kind}, ${email}: ${error instanceof Error ? error.message : error}`);
  }
}

interface Sent {
  browser: PlainBrowser;
  answer: Answer;
}

async function answersTo({ site }: Fleet, email: string, hasCookies: boolean): Promise<Sent[]> {
  const headers = newVisitor();
  const first = new PlainBrowser(headers);
  const opened = await first.send({ address: new URL("/payment/monthly", site) });
  if (opened.kind !== "page") throw new Error(`the form is at ${opened.to.address}`);
  const form = payForm(opened.page, { email, provider: "so" });
  const browsers = Array.from({ length: MANY }, () => (hasCookies ? first : new PlainBrowser(headers)));
  return Promise.all(browsers.map(async (browser) => ({ browser, answer: await browser.send(form) })));
}

const headingOf = ({ content }: Page): string => content.querySelector("h1")?.textContent ?? "a page without heading";

/** What a page that refuses a form says is wrong with it, or its heading. */
const toldBy = (page: Page): string => page.content.querySelector(".error-summary")?.textContent ?? headingOf(page);

/** Follows every answer, and presses the button of each payment page that they lead to. @throws where none does */
async function payOnce(answers: readonly Sent[], { site, shop }: Fleet): Promise<void> {
  const seen: string[] = [];
  const paid = new Set<string>();
  for (const { browser, answer } of distinct(answers)) {
    const page = await pageAfter(browser, answer, site);
    if (page.address.origin === site) seen.push(`${page.address.pathname} (${page.status}, ${headingOf(page)})`);
    else if (!paid.has(page.address.href)) {
      paid.add(page.address.href);
      await browser.send(atProvider(page, shop.api.pays));
    }
  }
  if (paid.size === 0) throw new Error(`nobody could pay, they came to ${[...new Set(seen)].join(", ")}`);
}

/** The same address is gone to once, by the first who was led there. */
function distinct(answers: readonly Sent[]): Sent[] {
  const byTarget = new Map<string, Sent>();
  for (const sent of answers) {
    const { answer } = sent;
    const target = answer.kind === "redirect" ? answer.to.address.href : headingOf(answer.page);
    if (!byTarget.has(target)) byTarget.set(target, sent);
  }
  return [...byTarget.values()];
}

/** The provider's page, or the one where there is nothing to do but wait. */
async function pageAfter(browser: PlainBrowser, first: Answer, site: string): Promise<Page> {
  let answer = first;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const request = nextAfter(answer, site);
    if (request === undefined && answer.kind === "page") return answer.page;
    if (request !== undefined) answer = await browser.send(request);
  }
  throw new Error("there is no end to the way to the provider");
}

function nextAfter(answer: Answer, site: string): Request | undefined {
  if (answer.kind === "redirect") return answer.to;
  const { page } = answer;
  const isEnd = page.address.origin !== site || !/\/redirect$/.test(page.address.pathname);
  return isEnd ? undefined : goOnFrom(page).request;
}

const counts = z.object({ orders: z.coerce.number(), kept: z.coerce.number(), grants: z.coerce.number() });

/** As soon as it is paid for. @throws where there is not one order with one charge */
async function expectOneOrder(fleet: Fleet, email: string): Promise<void> {
  const of = (table: string, more = "") =>
    `(select count(*) from ${table} inner join orders on orders.id = ${table}.order_id where orders.email = '${email}' ${more})`;
  const statement = `select (select count(*) from orders where email = '${email}') as orders,
    ${of("captures", "and captures.state = 'kept'")} as kept, ${of("grants")} as grants`;
  const look = async () => counts.parse((await fleet.rows(statement))[0]);
  await until("the order is paid", async () => (await look()).grants > 0, 20_000);
  const { orders, kept, grants } = await look();
  if (orders !== 1 || kept !== 1 || grants !== 1)
    throw new Error(`${orders} orders with ${kept} charges and ${grants} grants in place of one`);
}
