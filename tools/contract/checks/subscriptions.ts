import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { commonParams } from "~/upstream/contract/catalogue";
import { declare } from "~/upstream/contract/declarations";
import { invoiceDetails, invoiceList } from "~/upstream/contract/invoices";
import { type StoreToken, storeTokens } from "~/upstream/contract/store-tokens";
import {
  type OPTIONAL_CALLS,
  resumeLink,
  subscriptionChange,
  subscriptionLink,
} from "~/upstream/contract/subscriptions";
import type { Check } from "../check";
import { ask, type Target } from "../client";
import { anyOpen, openAt } from "../providers";
import { newKey, purchaseFields, refused } from "../purchases";
import { Unseen } from "../unseen";
import { forged } from "./forgers";
import { freeOrder, keyOf, orderKeyEndsNothing } from "./receipt-keys";

type OptionalCall = (typeof OPTIONAL_CALLS)[number];

const LOST: Readonly<Record<OptionalCall, string>> = {
  subscriptions: "whoever wants to cancel or to withdraw is given an e-mail that is prepared, to write to support",
  subscription_link: "who does not come from the app or a receipt cannot open their subscription on the site",
  declarations:
    "who comes by no link cannot cancel or withdraw on the page, as German and EU law want it: they are given an e-mail to complete and send",
  resume_link: "buyers who have not paid are not written to",
  end_links: "whoever fears that somebody else has a link or key of theirs cannot end it: they write to support",
  store_tokens: "nothing is known of the app stores' tokens, which have to be reported to them, bought with or not",
  details: "whoever needs a receipt made out to a company writes to support",
  redemptions: "whoever has bought opens the app and signs in there by e-mail and password",
};

/** Whether an API says that it has an optional call. */
export async function isTold(target: Target, call: OptionalCall): Promise<boolean> {
  const { calls = [] } = await ask(target, commonParams);
  return calls.includes(call);
}

const isThere = (call: OptionalCall): Check => ({
  name: `common/params tells of the call ${call}`,
  weight: "nice",
  lost: LOST[call],
  run: async (target) => assert.ok(await isTold(target, call), "not there"),
});

/** Checks of a call that an API may leave out; they make it only where common/params tells of it. */
export const checksOf = (call: OptionalCall, checks: readonly Pick<Check, "name" | "run">[]): Check[] => [
  isThere(call),
  ...checks.map(
    ({ name, run }): Check => ({
      name: `${call}: ${name}`,
      weight: "nice",
      lost: LOST[call],
      run: async (target) => {
        if (!(await isTold(target, call))) throw new Unseen("common/params does not tell of the call");
        await run(target);
      },
    }),
  ),
];

const anyChange = () => ({ ...forged(), subscription_id: "sub_1", action: "cancel" });

const ownedChecks = checksOf("subscriptions", [
  {
    name: "a change needs an idempotency key",
    run: async (target) => {
      await refused(target, { endpoint: subscriptionChange, sent: { body: anyChange() } }, 400);
    },
  },
  {
    name: "an unknown action is refused",
    run: async (target) => {
      const sent = { body: { ...anyChange(), action: "destroy" }, headers: { "Idempotency-Key": newKey() } };
      await refused(target, { endpoint: subscriptionChange, sent }, 422);
    },
  },
]);

const linkChecks = checksOf("subscription_link", [
  {
    name: "an address that nobody knows is answered as any other",
    run: async (target) => {
      const { email } = await purchaseFields(target);
      const body = { email, page: "cancel", language: "de", recasign: "nojs.contract.signature" };
      assert.notEqual((await ask(target, subscriptionLink, { body })).sent, false);
    },
  },
  {
    name: "nobody has a link sent without proof that a person is there",
    run: async (target) => {
      const sent = { body: { email: "contract@example.com", page: "cancel", recasign: "" } };
      const { error } = await refused(target, { endpoint: subscriptionLink, sent }, 400);
      assert.equal(error.message, "token is empty");
    },
  },
]);

const declarationChecks = checksOf("declarations", [
  {
    name: "whoever declares is answered, and once more as before, whether a contract is known or not",
    run: async (target) => {
      const { email } = await purchaseFields(target);
      const body = {
        kind: "cancel",
        name: "Contract check",
        contract: "nobody knows it",
        email,
        language: "de",
      } as const;
      const headers = { "Idempotency-Key": newKey() };
      const first = await ask(target, declare, { body, headers });
      assert.deepEqual(await ask(target, declare, { body, headers }), first);
    },
  },
  {
    name: "an extraordinary cancellation without a reason is refused",
    run: async (target) => {
      const body = { kind: "cancel", manner: "extraordinary", name: "A", contract: "B", email: "a@example.com" };
      const sent = { body, headers: { "Idempotency-Key": newKey() } };
      await refused(target, { endpoint: declare, sent }, 422);
    },
  },
]);

const resumeChecks = checksOf("resume_link", [
  {
    name: "is kept for the buyer of an order, however often it is told",
    run: async (target) => {
      const { email, ...fields } = await purchaseFields(target);
      const { orderId: order_id } = await openAt(target, await anyOpen(target), { ...fields, email });
      const body = { order_id, email, url: `${target.site}/payment/${fields.plan_id}`, language: "de" };
      await ask(target, resumeLink, { body });
      await ask(target, resumeLink, { body });
    },
  },
  {
    name: "is refused for another buyer's order",
    run: async (target) => {
      const { orderId: order_id } = await openAt(target, await anyOpen(target), await purchaseFields(target));
      const email = `contract-${randomUUID()}@example.com`;
      const sent = { body: { order_id, email, url: `${target.site}/payment` } };
      await refused(target, { endpoint: resumeLink, sent }, 404, "order_unknown");
    },
  },
]);

const STORE_TOKEN: StoreToken = { store: "google", token: "contract-check", programme: "contract_check" };

const storeTokenChecks = checksOf("store_tokens", [
  {
    name: "a token is taken, however often it is told",
    run: async (target) => {
      const sent = { body: { store_token: STORE_TOKEN }, headers: { "Idempotency-Key": newKey() } };
      await ask(target, storeTokens, sent);
      await ask(target, storeTokens, sent);
    },
  },
  {
    name: "a token that cannot be read stops no purchase",
    run: async (target) => {
      const store_token: StoreToken = { ...STORE_TOKEN, store: "apple", note: "unreadable" };
      await openAt(target, await anyOpen(target), { ...(await purchaseFields(target)), store_token });
    },
  },
]);

const detailsChecks = checksOf("details", [
  {
    name: "a paid order's key has its receipt made out to a company, once however often it is told, and the version before stays",
    run: async (target) => {
      const owner = keyOf(await freeOrder(target));
      const [before] = (await ask(target, invoiceList, { body: owner })).invoices;
      assert.ok(before, "a paid order has no invoice");
      const billed_to = { company: "Contract Check Ltd." };
      const body = { ...owner, invoice_id: before.invoice_id, version: before.version ?? 1, billed_to };
      const first = await ask(target, invoiceDetails, { body });
      assert.deepEqual(await ask(target, invoiceDetails, { body }), first);
      const [after] = (await ask(target, invoiceList, { body: owner })).invoices;
      assert.deepEqual([after?.version, after?.billed_to], [first.version, billed_to]);
      assert.ok(
        after?.earlier_versions?.some(({ version }) => version === body.version),
        "the version before is gone",
      );
    },
  },
]);

/** They pay nothing, so nobody has a subscription. */
export const subscriptionChecks: readonly Check[] = [
  ...ownedChecks,
  ...linkChecks,
  ...declarationChecks,
  ...resumeChecks,
  ...storeTokenChecks,
  isThere("end_links"),
  orderKeyEndsNothing,
  ...detailsChecks,
];
