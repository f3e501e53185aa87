import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { apiError } from "~/upstream/contract/errors";
import type { Answered } from "../../../tools/contract/client";
import type { Books, Form, Session } from "./books";
import { ANNA, BUYERS, UNUSUAL, USUAL } from "./market";
import { PROVIDER_CODES, readOpened, sendForm } from "./purchase-call";
import { pick, recent, seldom, step } from "./step";
import type { World } from "./world";

const REFUSALS = [
  "order_live",
  "order_done",
  "price_changed",
  "trial_used",
  "coupon_limit_reached",
  "coupon_already_used",
];

const sessionOf = (orderId: string, address: string, amount: number): Session => ({
  orderId,
  path: new URL(address).pathname,
  amount,
});

/** What the buyer learns from an answer goes into the books; an answer that nobody may get is an error. */
function note(books: Books, form: Form, { status, json }: Answered): void {
  if (status === 200) noteOpened(books, form, json);
  else noteRefused(books, form, status, json);
}

function noteRefused(books: Books, form: Form, status: number, json: unknown): void {
  const { error, order } = apiError.parse(json);
  if (!REFUSALS.includes(error.code)) throw new Error(`${status} ${error.code}: ${error.message}`);
  if (order?.redirect_url) books.learned(form.intent, sessionOf(order.order_id, order.redirect_url, order.amount ?? 0));
}

function noteOpened(books: Books, form: Form, json: unknown): void {
  const { orderId, payAt } = readOpened(form, json);
  if (form.goods.isOutdated) throw new Error("an outdated price was accepted");
  if ((payAt == null) !== (form.goods.isGift === true)) throw new Error(`${form.goods.amount} is paid at ${payAt}`);
  books.answered(form, orderId);
  if (payAt == null) books.gifts.add(orderId);
  else books.learned(form.intent, sessionOf(orderId, payAt, form.goods.amount));
}

/** Sends forms at once. A lost answer tells nobody anything, whatever was done. */
async function submitAll(books: Books, world: World, forms: Form[], isLost: boolean): Promise<void> {
  const answers = await Promise.all(
    forms.map(async (form) => ({ form, answer: await sendForm(world.target(), form) })),
  );
  if (!isLost) for (const { form, answer } of answers) note(books, form, answer);
}

/** New forms of one buyer for the same goods, each sent a number of times. */
export const submit = step(
  "submit",
  fc.record({
    buyer: fc.oneof(fc.constant(ANNA), fc.constantFrom(...BUYERS)),
    goods: fc.oneof(fc.constantFrom(...USUAL), fc.constantFrom(...UNUSUAL)),
    provider: fc.constantFrom(...PROVIDER_CODES),
    retryOf: fc.option(recent, { nil: undefined }),
    tabs: fc.integer({ min: 1, max: 3 }),
    clicks: fc.integer({ min: 1, max: 3 }),
    isLost: seldom,
  }),
  async (books, world, { buyer, goods, provider, retryOf, tabs, clicks, isLost }) => {
    const intent = books.intentOf(buyer, goods, world.now());
    const order = retryOf === undefined ? undefined : pick([...intent.orderIds], retryOf);
    const form = { buyer, goods, provider, retryOf: order, intent };
    const forms = Array.from({ length: tabs }, () => ({ ...form, key: randomUUID() }));
    books.forms.push(...forms);
    const sent = forms.flatMap((form) => Array<Form>(clicks).fill(form));
    await submitAll(books, world, sent, isLost);
  },
);

/** A form that was sent before: after a lost answer, by the back button, by a page that is loaded again. */
const resubmit = step(
  "resubmit",
  fc.record({ form: recent, isLost: seldom }),
  async (books, world, { form, isLost }) => {
    const found = pick(books.forms, form);
    if (found !== undefined) await submitAll(books, world, [found], isLost);
  },
);

/** The payments API goes down while a form is on its way to it. Whether it was taken in nobody knows. */
const submitIntoRestart = step("submit into a restart", fc.record({ form: recent }), async (books, world, { form }) => {
  const found = pick(books.forms, form);
  const answer = found === undefined ? undefined : sendForm(world.target(), found).catch(() => undefined);
  await world.restart();
  const came = await answer;
  if (found !== undefined && came !== undefined) note(books, found, came);
});

/** A form that buyers have sent before. */
export const sendAgain = fc.oneof(resubmit, submitIntoRestart);
