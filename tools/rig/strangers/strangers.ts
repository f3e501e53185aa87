import { randomUUID } from "node:crypto";
import { type Chance, chanceFor } from "../../../sandbox/bare/seeded";
import { startSite } from "../../../tests/journeys/running-site";
import { judging } from "../judging";
import type { Score, Task } from "../score";
import { sideBySide } from "../side-by-side";
import { type BookedOrder, MailboxBooks } from "./books";
import { headingOf, Stranger } from "./stranger";

const AT_ONCE = 3;
const MOST_PEOPLE = 5;
const PLANS = ["weekly", "monthly", "yearly"];
/** One mailbox of Gmail's, in three spellings that the form takes. */
const spellingsOf = (name: string) => [
  `${name}@gmail.com`,
  `${name.slice(0, 5)}.${name.slice(5)}@googlemail.com`,
  `${name.toUpperCase()}@gmail.com`,
];

/** What one person does next; some of it makes no sense at the moment, and is left out then. */
type Deed = (scene: Scene, person: Stranger) => Promise<void>;

/**
 * Two to five people with one e-mail address, each in a browser of their own, who buy, leave, come back, cancel and open each other's
 * links at random. Nobody ever sees, ends, blocks or pays for what is not theirs.
 */
export async function meetStrangers(score: Score, { amount, seed, report }: Task): Promise<void> {
  const site = await startSite();
  try {
    await sideBySide(amount, Math.min(AT_ONCE, amount), async (number) => {
      const scene = new Scene(site, chanceFor(seed, `scene ${number}`), number, judging(score, site.addresses.site));
      try {
        await scene.play();
      } catch (error) {
        scene.faults.push(error instanceof Error ? error.message : String(error));
      }
      score.inputs += scene.deeds;
      score.orders += scene.books.orders().length;
      score.failures.push(...scene.faults.map((fault) => `scene ${number}: ${fault}`));
      scene.books.close();
      report(number + 1, amount);
    });
  } finally {
    await site.stop();
  }
}

type Site = Pick<Awaited<ReturnType<typeof startSite>>, "addresses" | "dataDir">;

class Scene {
  readonly faults: string[] = [];
  readonly people: Stranger[];
  readonly books: MailboxBooks;
  readonly spellings: string[];
  deeds = 0;

  constructor(
    { addresses, dataDir }: Site,
    readonly chance: Chance,
    number: number,
    onPage: ReturnType<typeof judging>,
  ) {
    const name = `rig${randomUUID().replaceAll("-", "")}`;
    this.spellings = spellingsOf(name);
    this.books = new MailboxBooks(dataDir, `${name}@gmail.com`);
    const amount = 2 + chance.below(MOST_PEOPLE - 1);
    this.people = Array.from({ length: amount }, (_, at) => {
      const address = `10.${(number >> 8) & 255}.${number & 255}.${at + 1}`;
      return new Stranger({ name: `person ${at + 1} of ${amount}`, ...addresses, address, onPage });
    });
  }

  async play(): Promise<void> {
    const length = 6 + this.chance.below(10);
    while (this.deeds < length) {
      this.deeds += 1;
      await this.chance.pick(DEEDS)(this, this.chance.pick(this.people));
    }
    for (const person of this.people) await opensOwnReceipts(this, person);
    this.judgeBooks();
    for (const { name, seen, orders } of this.people)
      for (const id of seen) if (!orders.has(id)) this.faults.push(`${name} saw ${id}, which is somebody else's`);
  }

  order(id: string): BookedOrder | undefined {
    return this.books.orders().find((one) => one.id === id);
  }

  /** Whether another order for the same plan was granted to the mailbox since this one was opened. */
  isOvertaken(id: string): boolean {
    const { opened = 0, plan } = this.order(id) ?? {};
    const others = this.books.orders().filter((one) => one.id !== id && one.plan === plan);
    return others.some(({ granted }) => granted !== null && granted > opened);
  }

  judgeBooks(): void {
    const orders = this.books.orders();
    for (const order of orders) {
      if (order.userId !== null)
        this.faults.push(`${order.id} was bought for account ${order.userId}, which nobody proved`);
      if (order.charges > 1) this.faults.push(`${order.id} was charged ${order.charges} times`);
      const twin = orders.find((one) => isDouble(order, one));
      if (twin !== undefined) this.faults.push(`${order.id} and ${twin.id} were open at once, and both were charged`);
    }
    const renewing = this.books.subscriptions().filter(({ state }) => state === "active" || state === "past_due");
    if (renewing.length > 1) this.faults.push(`${renewing.length} subscriptions renew`);
  }
}

/** Two orders for the same plan of which the later was opened before the earlier was granted, and whose money was kept for both. */
const isDouble = (one: BookedOrder, other: BookedOrder): boolean =>
  one.id !== other.id &&
  one.plan === other.plan &&
  one.charges > 0 &&
  other.charges > 0 &&
  one.granted !== null &&
  other.granted !== null &&
  one.granted < other.granted &&
  other.opened < one.granted;

const goesToPay: Deed = async (scene, person) => {
  if (person.atProvider !== undefined) return;
  const before = new Set(scene.books.orders().map(({ id }) => id));
  const live = livesOf(scene, person);
  const page = await person.goToPay(scene.chance.pick(PLANS), scene.chance.pick(scene.spellings));
  const opened = scene.books.orders().filter(({ id }) => !before.has(id));
  // Without a new one the browser goes on with an open order of its own.
  const mine =
    opened[0]?.id ?? scene.books.orders().findLast(({ id, state }) => person.orders.has(id) && state === "paying")?.id;
  if (mine === undefined || opened.length > 1) throw new Error(`${person.name} opened ${opened.length} orders`);
  person.orders.add(mine);
  person.atProvider = { orderId: mine, page };
  expectAlive(scene, live, `${person.name} went to pay`);
};

/** The orders that others are on the way to pay. */
const livesOf = (scene: Scene, except: Stranger): string[] =>
  scene.people.flatMap(({ atProvider }) =>
    atProvider === undefined || atProvider === except.atProvider ? [] : [atProvider.orderId],
  );

function expectAlive(scene: Scene, live: readonly string[], what: string): void {
  for (const id of live) {
    const state = scene.order(id)?.state;
    if (state !== "paying" && !scene.isOvertaken(id))
      scene.faults.push(`${what}, and ${id} of somebody else is ${state}`);
  }
}

const pays: Deed = async (scene, person) => {
  if (person.atProvider === undefined) return;
  const { orderId } = person.atProvider;
  const isOvertaken = scene.isOvertaken(orderId);
  const page = await person.press("approve");
  if (!person.paid.has(orderId) && !isOvertaken) scene.faults.push(`${person.name} paid and sees ${headingOf(page)}`);
};

const leaves =
  (outcome: "decline" | "cancel"): Deed =>
  async (scene, person) => {
    if (person.atProvider === undefined) return;
    const live = livesOf(scene, person);
    await person.press(outcome);
    expectAlive(scene, live, `${person.name} left`);
  };

const opensOwnReceipts: Deed = async (scene, person) => {
  for (const [orderId, { key }] of person.paid) {
    const page = await person.open({ address: key });
    const rows = page.content.querySelectorAll("#receipts tbody tr").length;
    if (rows !== 1) scene.faults.push(`the key of ${orderId} opens ${rows} receipts: ${headingOf(page)}`);
  }
  const here = await person.open(person.at("/receipts"));
  const rows = here.content.querySelectorAll("#receipts tbody tr").length;
  const most = Math.min(person.paid.size, REMEMBERED);
  if (rows !== most) scene.faults.push(`${person.name} paid ${person.paid.size} orders and sees ${rows} receipts`);
};

/** So many orders are remembered in a browser. */
const REMEMBERED = 5;

const cancelsOwn: Deed = async (scene, person) => {
  const [orderId] = scene.chance.pick([[...person.paid.keys()]]);
  const key = orderId === undefined ? undefined : person.paid.get(orderId)?.key;
  if (orderId === undefined || key === undefined) return;
  const before = scene.books.subscriptions();
  const page = await person.open({ address: new URL(`/cancel${key.search}`, key) });
  await person.send(page, "cancel");
  for (const { id, orderId: of, state } of scene.books.subscriptions())
    if (of !== orderId && before.some((one) => one.id === id && one.state !== state))
      scene.faults.push(`${person.name} cancelled ${orderId}, and the subscription of ${of} is ${state}`);
};

/** What somebody else's link shows they have given away; it makes nobody the owner of it. */
const opensAnothersLink: Deed = async (scene, person) => {
  const [other] = scene.people.filter((one) => one !== person && one.paid.size > 0);
  const [paid] = other?.paid.values() ?? [];
  if (paid === undefined) return;
  await person.open({ address: scene.chance.pick([paid.link, paid.key]) }, true);
};

/** A link that names a user without any proof. */
const forgesLink: Deed = async (scene, person) => {
  const uid = 900_000 + scene.chance.below(90_000);
  const page = await person.open(person.at(`/payment/monthly?uid=${uid}&sid=101&sign_timestamp=1&sign=zzz`));
  if (page.content.querySelector("main")?.textContent?.includes(String(uid)))
    scene.faults.push(`a forged link makes the page speak of user ${uid}`);
};

const looksAround: Deed = async (scene, person) => {
  for (const path of ["/cancel", "/withdraw", "/renewal", "/account"]) {
    const page = await person.open(person.at(path));
    const isKnown = page.content.querySelector("input[name=subscription_id]") !== null;
    if (isKnown && person.paid.size === 0)
      scene.faults.push(`${person.name}, who paid nothing, finds something at ${path}`);
  }
};

/** Twice: what is done most. */
const DEEDS: readonly Deed[] = [
  goesToPay,
  goesToPay,
  goesToPay,
  pays,
  pays,
  leaves("decline"),
  leaves("cancel"),
  opensOwnReceipts,
  cancelsOwn,
  opensAnothersLink,
  forgesLink,
  looksAround,
];
