import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { redemption } from "~/upstream/contract/apps/redemptions";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { SESSION_OVER_CODES } from "~/upstream/contract/errors";
import { endLinks, invoiceDetails, invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { subscriptionChange, subscriptionList } from "~/upstream/contract/subscriptions";
import { anonymousSignup, profile } from "~/upstream/contract/visitor";
import type { Check } from "../check";
import { type Answered, ask, hasTaken, read, type Sent, send, type Target, wordsOf } from "../client";
import { anyOpen, askAt, type ProviderCalls, sendAt } from "../providers";
import { newKey, purchaseFields } from "../purchases";
import { Unseen } from "../unseen";

/** What nobody's app has signed. */
export const forged = () => ({ user_id: 1, signed_time: String(Math.floor(Date.now() / 1000)), sign: "0".repeat(64) });

const invoiceToSend = { email: "contract@example.com", invoice_id: "1" };
const toCancel = { subscription_id: "sub_1", action: "cancel" };

interface Forgery {
  what: string;
  endpoint: Endpoint;
  /** Beside the owner. */
  more?: object;
  lost: string;
}

const FORGERIES: readonly Forgery[] = [
  {
    what: "lists no invoices",
    endpoint: invoiceList,
    lost: "whoever makes up a signature reads anybody's invoices. be/list has to check `sign` and to refuse with 401",
  },
  {
    what: "sends no invoice",
    endpoint: invoiceSend,
    more: invoiceToSend,
    lost: "whoever makes up a signature has anybody's invoice mailed to themselves. be/send has to check `sign` and to refuse with 401",
  },
  {
    what: "makes no version of an invoice",
    endpoint: invoiceDetails,
    more: { invoice_id: "1", version: 1, billed_to: { name: "Contract" } },
    lost: "whoever makes up a signature writes on anybody's invoice. be/details has to check `sign` and to refuse with 401",
  },
  {
    what: "lists no subscriptions",
    endpoint: subscriptionList,
    lost: "whoever makes up a signature reads what anybody has bought. be/subscriptions has to refuse with 401",
  },
  {
    what: "changes no subscription",
    endpoint: subscriptionChange,
    more: toCancel,
    lost: "whoever makes up a signature cancels anybody's plan. be/subscription_change has to refuse with 401",
  },
  {
    what: "ends no links",
    endpoint: endLinks,
    lost: "whoever makes up a signature locks anybody out, and is given a key. be/end_links has to refuse with 401",
  },
  {
    what: "makes no code for an app",
    endpoint: redemption,
    more: { order_id: "1" },
    lost: "whoever makes up a signature is let into what anybody bought. be/redemptions has to refuse with 401",
  },
];

/** Signatures that prove nothing. */
const WAYS: readonly { made: string; owner: () => object }[] = [
  { made: "a forged sign", owner: forged },
  { made: "a sign that is empty", owner: () => ({ ...forged(), sign: "" }) },
  { made: "no sign", owner: () => ({ user_id: 1 }) },
];

const isRefused = ({ what, endpoint, more, lost }: Forgery): Check[] =>
  WAYS.map(({ made, owner }) => ({
    name: `${made} ${what}`,
    weight: "dangerous",
    lost,
    run: async (target) => {
      const body = { ...owner(), ...more };
      const answered = await send(target, endpoint, { body, headers: { "Idempotency-Key": newKey() } });
      assert.ok(!hasTaken(answered), `${made} was accepted (${wordsOf(answered)}), for user 1`);
    },
  }));

const endsSession = ({ what, endpoint, more }: Forgery): Check => ({
  name: `a forged sign ${what}: the refusal has code 401 or 403`,
  weight: "nice",
  lost: "whoever comes by a link that has grown old reads that something failed, not that they need a new one",
  run: async (target) => {
    const answered = await send(target, endpoint, {
      body: { ...forged(), ...more },
      headers: { "Idempotency-Key": newKey() },
    });
    if (hasTaken(answered)) throw new Unseen("it was not refused");
    assert.ok(
      SESSION_OVER_CODES.some((code) => wordsOf(answered).includes(String(code))),
      wordsOf(answered),
    );
  },
});

async function showsNoProfile(target: Target, sent: Sent): Promise<void> {
  assert.ok(!hasTaken(await send(target, profile, sent)), "a profile was answered");
}

/** An order in the name of user 1, whom nothing proves. */
async function isNotUsers(target: Target, named: object): Promise<void> {
  const provider = await anyOpen(target);
  const fields = { ...(await purchaseFields(target)), user_id: 1, ...named };
  const answered = await sendAt(target, provider, fields);
  if (!hasTaken(answered)) return;
  await tellsNothingOfUser(target, provider, answered);
}

/** An API may take the order and leave the user out: whether it does can be told only where it says something of theirs. */
async function tellsNothingOfUser(target: Target, provider: ProviderCalls, answered: Answered): Promise<void> {
  const { orderId } = provider.readOpened(answered.json);
  const { vip, account } = await askAt(target, provider, orderId);
  const isTold = account?.user_id === 1 || (vip?.remain_time ?? 0) > 0;
  assert.ok(!isTold, "the order's result tells what user 1 has");
  throw new Unseen("an order was opened, and nothing tells whose: see that such a purchase gives user 1 nothing");
}

const UNPROVEN =
  "whoever guesses a user's number buys in their name, uses up their trial and coupons, and reads how long their plan runs. Without a token or a link's sign refuse with 422 user_unproven, or leave user_id out";

/** The account of a sign-up's token; undefined: the call gave none. */
async function accountGiven(target: Target, email: string): Promise<number | undefined> {
  const answered = await send(target, anonymousSignup, { body: { email, recasign: "nojs.contract.signature" } });
  if (!hasTaken(answered)) return undefined;
  const { token } = read(anonymousSignup, answered);
  if (token === undefined) return undefined;
  const { user_id } = await ask(target, profile, { headers: { Authorization: `Bearer ${token}` } });
  return user_id;
}

/** Other people's data: nobody gets at them without a proof. */
export const forgerChecks: readonly Check[] = [
  ...FORGERIES.flatMap(isRefused),
  ...FORGERIES.map(endsSession),
  {
    name: "no profile without a token",
    weight: "dangerous",
    lost: "anybody reads a customer's account. web/profile has to refuse with 401",
    run: (target) => showsNoProfile(target, {}),
  },
  {
    name: "an invented token opens no profile",
    weight: "dangerous",
    lost: "whoever makes up a token reads a customer's account. web/profile has to refuse with 401",
    run: (target) => showsNoProfile(target, { headers: { Authorization: "Bearer 1.1700000000.00" } }),
  },
  {
    name: "whoever types an address that has an account is not given its token",
    weight: "dangerous",
    lost: "typing somebody's address is enough to be them: their plan and its time are told, and bought upon. Mail a link (link_sent), or refuse",
    run: async (target) => {
      const email = `contract-${randomUUID()}@example.com`;
      const first = await accountGiven(target, email);
      if (first === undefined) return;
      assert.notEqual(await accountGiven(target, email), first, "the second sign-up was given the first one's account");
    },
  },
  {
    name: "user_id: a purchase in the name of a user whom nothing proves is not that user's",
    weight: "dangerous",
    lost: UNPROVEN,
    run: (target) => isNotUsers(target, {}),
  },
  {
    name: "sign_timestamp, sign: a purchase with a forged sign of the user is not that user's",
    weight: "dangerous",
    lost: UNPROVEN,
    run: (target) => {
      const { signed_time: sign_timestamp, sign } = forged();
      return isNotUsers(target, { sign_timestamp, sign });
    },
  },
];
