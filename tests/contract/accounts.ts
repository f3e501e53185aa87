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
    name: "nobody signs in to an account by typing its address",
    lost: "the site shows nothing of an account that a sign-up may have opened",
    run: async (target) => {
      const body = { email: `contract-${randomUUID()}@example.com`, recasign: "nojs.contract.signature" };
      await ask(target, anonymousSignup, { body });
      const { token, is_new } = await ask(target, anonymousSignup, { body });
      assert.equal(is_new, false, "it does not say that the account exists");
      assert.equal(token, undefined, "it gives a token to whoever types the address");
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
