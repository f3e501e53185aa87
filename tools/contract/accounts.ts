import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { SESSION_OVER_CODES } from "~/upstream/contract/errors";
import { invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { anonymousSignup } from "~/upstream/contract/sign-up";
import type { Check } from "./check";
import { ask, send, type Target } from "./client";
import { asRefusal, refused } from "./purchases";

const forged = () => ({ user_id: 1, signed_time: String(Math.floor(Date.now() / 1000)), sign: "0".repeat(64) });

async function refusedToForger(target: Target, endpoint: Endpoint, body: object): Promise<void> {
  const answered = await send(target, endpoint, { body });
  const { code } = asRefusal(answered, answered.status);
  assert.ok(SESSION_OVER_CODES.includes(code), `the session goes on: ${answered.status} ${code}`);
}

/** The answers to an address that nobody knew, and then to the same one. */
async function signedUpTwice(target: Target) {
  const body = { email: `contract-${randomUUID()}@example.com`, recasign: "nojs.contract.signature" };
  const unknown = await ask(target, anonymousSignup, { body });
  return [unknown, await ask(target, anonymousSignup, { body })] as const;
}

export const accountChecks: Check[] = [
  {
    name: "nobody signs up without proof that a person is there",
    run: async (target) => {
      const sent = { body: { email: "contract@example.com", recasign: "" } };
      const { error } = await refused(target, { endpoint: anonymousSignup, sent }, 400);
      assert.equal(error.message, "token is empty");
    },
  },
  {
    name: "sign-up: a known address is answered as one that nobody knew",
    lost: "DANGEROUS: whoever types an address into the sign-up learns whether its owner is a customer",
    run: async (target) => {
      const [unknown, known] = await signedUpTwice(target);
      assert.deepEqual(known, unknown);
    },
  },
  {
    name: "sign-up: nobody is given a token for typing an address",
    lost: "a sign-up's token proves nothing: with it the site shows no plan and no receipts, and asks for no member's prices",
    run: async (target) => {
      for (const { token } of await signedUpTwice(target)) assert.equal(token, undefined);
    },
  },
  {
    name: "sign-up: link_sent",
    lost: "nobody can sign in by mail: they need the app's link",
    run: async (target) => {
      for (const { link_sent } of await signedUpTwice(target)) assert.equal(link_sent, true);
    },
  },
  {
    name: "a forged sign lists no invoices",
    run: (target) => refusedToForger(target, invoiceList, forged()),
  },
  {
    name: "a forged sign sends no invoice",
    run: (target) =>
      refusedToForger(target, invoiceSend, { ...forged(), email: "contract@example.com", invoice_id: "inv_1" }),
  },
];
